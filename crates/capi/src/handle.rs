//! Handles: numbers that look like pointers in C, and select an object in a table.
//!
//! A handle has the number of a slot, a tag for the type, and the generation of the slot, which changes when the object
//! is freed. A slot has a counter of users. The counter makes three errors of callers harmless: a call from a callback
//! with the same object, a call from another thread, and freeing an object that is in use.

use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::error::{Failure, Status};

/// A handle of an object of type `T`. In C it is a pointer to an incomplete type.
#[repr(transparent)]
#[derive(Debug)]
pub struct Handle<T>(*mut core::ffi::c_void, PhantomData<*mut T>);

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Handle<T> {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> Handle<T> {
    /// `NULL`, which is the handle of no object.
    pub const NULL: Handle<T> = Handle(core::ptr::null_mut(), PhantomData);

    /// Whether this is `NULL`.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The same number as the handle of an object of another type, as after a cast in C.
    pub fn cast<U>(self) -> Handle<U> {
        Handle(self.0, PhantomData)
    }

    fn of(number: usize) -> Handle<T> {
        Handle(core::ptr::without_provenance_mut(number), PhantomData)
    }
}

/// The bits of a handle: the number of the slot plus one, then the tag, then the generation.
const INDEX_BITS: u32 = if usize::BITS == 64 { 32 } else { 18 };
const TAG_BITS: u32 = 3;
const GENERATIONS: usize = 1 << (usize::BITS - INDEX_BITS - TAG_BITS);

/// The bits of the state of a slot: the number of users, then the generation.
const USER_BITS: u32 = 16;
/// The number of users that means that one user changes the object.
const BUSY: usize = (1 << USER_BITS) - 1;

/// A type whose objects have handles.
pub(crate) trait Kind: Sized + 'static {
    /// The number of the type, below 8. The tag 0 is not used.
    const TAG: usize;
    /// The name of the type in C, for messages.
    const NAME: &'static str;
    fn table() -> &'static Table<Self>;
}

/// Implements [`Kind`] for types, with their tags and names.
macro_rules! kinds {
    ($($type:ty, $tag:literal, $name:literal;)*) => { $(
        impl $crate::handle::Kind for $type {
            const TAG: usize = $tag;
            const NAME: &'static str = $name;
            fn table() -> &'static $crate::handle::Table<Self> {
                static TABLE: $crate::handle::Table<$type> = $crate::handle::Table::new();
                &TABLE
            }
        }
    )* };
}
pub(crate) use kinds;

/// The slots of all objects of one type. A slot never moves and is never returned to the allocator, so a check of any
/// handle reads valid memory. The table grows to the largest number of objects that existed at the same time.
pub(crate) struct Table<T> {
    /// Each part has twice as many slots as the one before.
    parts: [OnceLock<Box<[Slot<T>]>>; INDEX_BITS as usize],
    free: Mutex<Free>,
}

/// The slots that have no object.
struct Free {
    slots: Vec<usize>,
    /// The number of slots that were ever used.
    used: usize,
}

/// The number of slots in the first part.
const FIRST: usize = 16;

struct Slot<T> {
    state: AtomicUsize,
    value: UnsafeCell<Option<T>>,
}

// SAFETY: the counter in `state` gives out either shared references or one exclusive reference to the value, on
// whatever threads, which is what `Sync` and `Send` of the value allow.
unsafe impl<T: Send + Sync> Sync for Slot<T> {}

impl<T: Kind + Send + Sync> Table<T> {
    pub(crate) const fn new() -> Table<T> {
        Table {
            parts: [const { OnceLock::new() }; INDEX_BITS as usize],
            free: Mutex::new(Free { slots: Vec::new(), used: 0 }),
        }
    }

    /// The slot with this number, if it was ever used.
    fn slot(&self, index: usize) -> Option<&Slot<T>> {
        let (part, at) = place(index);
        self.parts.get(part)?.get()?.get(at)
    }

    /// Takes a slot without an object, and makes the slots of a part if there is none.
    fn take(&self) -> Option<usize> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = free.slots.pop() {
            return Some(index);
        }
        let index = free.used;
        if index + 1 >= 1 << INDEX_BITS {
            return None;
        }
        let (part, _) = place(index);
        self.parts.get(part)?.get_or_init(|| {
            let slot = || Slot { state: AtomicUsize::new(0), value: UnsafeCell::new(None) };
            core::iter::repeat_with(slot).take(FIRST << part).collect()
        });
        free.used += 1;
        Some(index)
    }
}

/// The part of the slot with this number, and its place in the part.
const fn place(index: usize) -> (usize, usize) {
    let part = (index / FIRST + 1).ilog2();
    (part as usize, index - FIRST * ((1 << part) - 1))
}

/// Keeps `value`, and returns its handle.
pub(crate) fn keep<T: Kind + Send + Sync>(value: T) -> Result<Handle<T>, Failure> {
    let table = T::table();
    let full = || Failure::of_handle(T::NAME, "too many objects");
    let index = table.take().ok_or_else(full)?;
    let slot = table.slot(index).ok_or_else(full)?;
    let generation = slot.state.load(Ordering::Acquire) >> USER_BITS;
    let mut one = exclusive(slot, generation).map_err(|()| full())?;
    *one.value() = Some(value);
    Ok(Handle::of((generation << TAG_BITS | T::TAG) << INDEX_BITS | (index + 1)))
}

/// Frees the object of the handle.
pub(crate) fn free<T: Kind + Send + Sync>(handle: Handle<T>) -> Result<(), Failure> {
    let (slot, index, generation) = find(handle)?;
    let mut one = exclusive(slot, generation).map_err(|()| refused(slot, generation, T::NAME))?;
    let value = one.value().take();
    one.next = generation + 1;
    drop(one);
    // A slot whose generations are used up is not used again, so no handle is ever that of two objects.
    if generation + 1 < GENERATIONS {
        let mut free = T::table().free.lock().unwrap_or_else(PoisonError::into_inner);
        free.slots.push(index);
    }
    drop(value);
    Ok(())
}

/// Whether the handle is that of a type with this tag.
pub(crate) fn tag<T>(handle: Handle<T>) -> usize {
    handle.0.addr() >> INDEX_BITS & ((1 << TAG_BITS) - 1)
}

#[inline]
fn find<T: Kind + Send + Sync>(
    handle: Handle<T>,
) -> Result<(&'static Slot<T>, usize, usize), Failure> {
    let number = handle.0.addr();
    let wrong = |problem| Failure::of_handle(T::NAME, problem);
    if number == 0 {
        return Err(wrong("NULL"));
    }
    if tag(handle) != T::TAG {
        return Err(wrong("not a handle of this type"));
    }
    let index = (number & ((1 << INDEX_BITS) - 1)).wrapping_sub(1);
    let slot = T::table().slot(index).ok_or_else(|| wrong("not a handle"))?;
    Ok((slot, index, number >> (INDEX_BITS + TAG_BITS)))
}

#[cold]
fn refused<T>(slot: &Slot<T>, generation: usize, name: &str) -> Failure {
    if slot.state.load(Ordering::Relaxed) >> USER_BITS == generation {
        let message =
            "is in use by another thread or by the caller of a callback, or a call failed inside";
        Failure::new(Status::Busy, format!("{name}: {message}"))
    } else {
        Failure::of_handle(name, "was freed")
    }
}

/// The only user of an object.
pub(crate) struct Exclusive<'s, T> {
    slot: &'s Slot<T>,
    /// The generation after this use.
    next: usize,
}

#[inline]
fn exclusive<T>(slot: &Slot<T>, generation: usize) -> Result<Exclusive<'_, T>, ()> {
    let (free, busy) = (generation << USER_BITS, generation << USER_BITS | BUSY);
    slot.state
        .compare_exchange(free, busy, Ordering::Acquire, Ordering::Relaxed)
        .map(|_| Exclusive { slot, next: generation })
        .map_err(drop)
}

impl<T> Exclusive<'_, T> {
    fn value(&mut self) -> &mut Option<T> {
        // SAFETY: `exclusive` found no other user and set `BUSY`, so that nobody becomes one before `drop`.
        unsafe { &mut *self.slot.value.get() }
    }
}

impl<T> Drop for Exclusive<'_, T> {
    fn drop(&mut self) {
        // If a panic left the object half changed, the slot stays busy and its object is never used again.
        if !std::thread::panicking() {
            self.slot.state.store(self.next << USER_BITS, Ordering::Release);
        }
    }
}

/// An object that its only user may change.
pub(crate) struct Changed<T: 'static> {
    value: core::ptr::NonNull<T>,
    /// Ends the use of the slot when it is dropped.
    _one: Exclusive<'static, T>,
}

/// The object of the handle, which nobody else can use until the result is dropped.
#[inline]
pub(crate) fn change<T: Kind + Send + Sync>(handle: Handle<T>) -> Result<Changed<T>, Failure> {
    let (slot, _, generation) = find(handle)?;
    let mut one = exclusive(slot, generation).map_err(|()| refused(slot, generation, T::NAME))?;
    let value = one.value().as_mut().map(core::ptr::NonNull::from);
    let value = value.ok_or_else(|| Failure::of_handle(T::NAME, "not a handle"))?;
    Ok(Changed { value, _one: one })
}

impl<T> Deref for Changed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the pointer is to the value of a slot that `_one` uses alone; slots never move.
        unsafe { self.value.as_ref() }
    }
}

impl<T> DerefMut for Changed<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`, and `self` is borrowed exclusively.
        unsafe { self.value.as_mut() }
    }
}

/// An object that several threads may read at a time.
pub(crate) struct Shared<T: 'static>(&'static Slot<T>, core::ptr::NonNull<T>);

/// The object of the handle, which cannot be freed or changed until the result is dropped.
#[inline]
pub(crate) fn share<T: Kind + Send + Sync>(handle: Handle<T>) -> Result<Shared<T>, Failure> {
    let (slot, _, generation) = find(handle)?;
    let enter = |state: usize| {
        let is_open = state >> USER_BITS == generation && state & BUSY < BUSY - 1;
        is_open.then_some(state + 1)
    };
    slot.state
        .fetch_update(Ordering::Acquire, Ordering::Relaxed, enter)
        .map_err(|_| refused(slot, generation, T::NAME))?;
    let leave = Leave(slot);
    // SAFETY: while the counter is neither 0 nor `BUSY`, nobody has an exclusive reference to the value.
    let value = unsafe { &*slot.value.get() }.as_ref().map(core::ptr::NonNull::from);
    let value = value.ok_or_else(|| Failure::of_handle(T::NAME, "not a handle"))?;
    core::mem::forget(leave);
    Ok(Shared(slot, value))
}

struct Leave<'s, T>(&'s Slot<T>);

impl<T> Drop for Leave<'_, T> {
    fn drop(&mut self) {
        self.0.state.fetch_sub(1, Ordering::Release);
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        drop(Leave(self.0));
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the counter includes this user until `drop`, so there are only shared references; slots never move.
        unsafe { self.1.as_ref() }
    }
}
