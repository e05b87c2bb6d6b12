//! The allocator of the module: a list of free blocks for each power of two.
//!
//! It takes a twentieth of the code of the allocator of the standard library, which is a hundredth of the module, and less
//! time. A block is never divided or merged, so memory that was used for one size is not used for another. This does not
//! matter here: objects are few, texts come in parts, and the wrapper replaces an instance whose memory has grown.
//!
//! This is the only unsafe code of the crate: an allocator cannot be written without it.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::{memory_grow, memory_size};
use core::cell::Cell;
use core::ptr::null_mut;

/// The free blocks of 2^n bytes, each with the address of the next one in its first bytes, and the memory that was never
/// used.
struct Allocator {
    free: [Cell<*mut u8>; 32],
    top: Cell<usize>,
    end: Cell<usize>,
}

#[global_allocator]
static ALLOCATOR: Allocator =
    Allocator { free: [const { Cell::new(null_mut()) }; 32], top: Cell::new(0), end: Cell::new(0) };

// SAFETY: a module that is compiled without threads has one thread.
unsafe impl Sync for Allocator {}

const PAGE: usize = 64 * 1024;

/// The smallest block, and the greatest alignment of any block.
const LEAST: usize = 16;
const ALIGN: usize = 64;

/// The exponent of the size of the block for a layout.
fn class(layout: Layout) -> usize {
    let size = layout.size().max(layout.align()).max(LEAST);
    (usize::BITS - (size - 1).leading_zeros()) as usize
}

impl Allocator {
    /// A block of memory that was never used; null if there is no more.
    fn fresh(&self, class: usize) -> *mut u8 {
        let Some(size) = 1_usize.checked_shl(u32::try_from(class).unwrap_or(u32::MAX)) else {
            return null_mut();
        };
        let start = self.top.get().next_multiple_of(size.min(ALIGN));
        let Some(top) = start.checked_add(size) else { return null_mut() };
        if top > self.end.get() {
            let pages = (top - self.end.get()).div_ceil(PAGE);
            // At first, the memory after the data of the module.
            let is_first = self.end.get() == 0;
            let pages = if is_first { size.div_ceil(PAGE) } else { pages };
            if memory_grow::<0>(pages) == usize::MAX {
                return null_mut();
            }
            let end = memory_size::<0>() * PAGE;
            self.end.set(end);
            if is_first {
                self.top.set(end - pages * PAGE);
                return self.fresh(class);
            }
        }
        self.top.set(top);
        core::ptr::with_exposed_provenance_mut(start)
    }
}

// SAFETY: `alloc` returns blocks of memory that nothing else uses, at least as large as the layout and aligned to the
// smaller of their size and `ALIGN`; a layout with a greater alignment is refused.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() > ALIGN {
            return null_mut();
        }
        let class = class(layout);
        let Some(list) = self.free.get(class) else { return null_mut() };
        let block = list.get();
        if block.is_null() {
            return self.fresh(class);
        }
        // SAFETY: a free block has at least `LEAST` bytes, and begins with the address of the next one.
        list.set(unsafe { block.cast::<*mut u8>().read() });
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if let Some(list) = self.free.get(class(layout)) {
            // SAFETY: the caller gives the block back, which has at least `LEAST` bytes and their alignment.
            unsafe { block.cast::<*mut u8>().write(list.get()) };
            list.set(block);
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller guarantees a valid size, and the alignment is that of a layout.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        if class(new) == class(layout) {
            return block;
        }
        // SAFETY: the new block does not overlap the old one, and both have the bytes that are copied.
        unsafe {
            let moved = self.alloc(new);
            if !moved.is_null() {
                block.copy_to_nonoverlapping(moved, layout.size().min(size));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}
