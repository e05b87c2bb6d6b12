//! Checks that a sequence of calls of the C interface returns what the library returns, with offsets in the units of the
//! text, and that a call with a wrong handle or argument returns the right error and changes nothing else.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::null;
use std::ffi::CString;
use std::sync::LazyLock;

use linkwright::Finder;
use linkwright::link::HtmlLinker;
use linkwright::rewrite::markdown::MarkdownLinker;
use linkwright::text::grid::Grid;
use linkwright_capi::*;

use found::Found;
use search::Streamed;

/// The object of a kind that the next byte selects, with its handle.
macro_rules! pick {
    ($world:ident, $input:ident, $kind:ident) => {{
        let (handle, at) = $world.pick($input, |object| matches!(object, Object::$kind(_)));
        let object = at.and_then(|at| match $world.held[at].1.as_mut() {
            Some(Object::$kind(object)) => Some(object),
            _ => None,
        });
        (handle.cast(), object)
    }};
}

mod found;
mod grid;
mod link;
mod search;
mod uri;

type Any = Handle<c_void>;
type Bytes = Vec<u8>;

/// Reads `data` as calls, and makes them. A call is a byte that selects the function, followed by its arguments: a byte
/// for each handle and number, and texts that end in U+001E.
pub fn check(data: &[u8]) {
    let (mut world, mut input) = (World::default(), Input(data));
    while !input.0.is_empty() {
        let call = CALLS[usize::from(input.byte()) % CALLS.len()];
        call(&mut world, &mut input);
    }
    for at in 0..world.held.len() {
        world.free(at);
    }
}

const CALLS: &[fn(&mut World, &mut Input<'_>)] = &[
    World::new_finder,
    World::new_search,
    World::new_linker,
    World::new_buffer,
    World::new_stream,
    World::new_grid,
    World::search,
    World::search_utf16,
    World::next,
    World::push,
    World::finish,
    World::link,
    World::data,
    World::cell,
    World::end_row,
    World::cells,
    World::clear,
    World::options,
    World::uri,
    World::two_uris,
    World::wrong_text,
    World::any_free,
    World::each,
    World::push_utf16,
    World::minimally_escaped,
];

struct Input<'d>(&'d [u8]);

impl Input<'_> {
    /// The next byte, or 0 at the end.
    fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// A text in memory of its own length, so that a sanitizer sees every read behind it.
    fn text(&mut self) -> Bytes {
        let end = self.0.iter().position(|&byte| byte == 0x1E).unwrap_or(self.0.len());
        let text = self.0[..end].into();
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        text
    }
}

/// Finders by their options in C and in Rust.
static FINDERS: LazyLock<Vec<(CString, Finder)>> = LazyLock::new(|| {
    let finder = |name: &str| {
        let finder = Finder::preset(name.parse().expect("a preset"));
        (CString::new(format!("preset={name}")).expect("no NUL"), finder)
    };
    let mut finders: Vec<_> = ["mail", "chat", "rfc", "gfm", "archive"].map(finder).into();
    let domains = Finder::builder().domains(true).build().expect("valid options");
    finders.push((c"{\"domains\": true}".to_owned(), domains));
    finders
});

struct Search {
    finder: &'static Finder,
    /// The text that the search borrows.
    text: Bytes,
    /// The matches that are left, the last one first.
    left: Vec<Found>,
}

struct Linker {
    html: HtmlLinker,
    markdown: MarkdownLinker,
}

/// What the library keeps for a handle.
enum Object {
    Finder(&'static Finder),
    Search(Search),
    Stream(Streamed),
    Linker(Box<Linker>),
    Buffer(Vec<u8>),
    Grid(Grid),
}

#[derive(Default)]
struct World {
    /// Each handle that was given out, with its object until it is freed.
    held: Vec<(Any, Option<Object>)>,
}

const OK: c_int = Status::Ok as c_int;

/// Fails if `status` is not `wanted`, or if the error says otherwise.
#[track_caller]
fn expect(status: c_int, error: &LwError, wanted: Status) {
    assert_eq!((status, error.status), (wanted as c_int, wanted as c_int), "{}", message(error));
    assert!(wanted == Status::Ok || !message(error).is_empty());
}

fn message(error: &LwError) -> String {
    // SAFETY: the member is initialized, and has a NUL.
    let message = unsafe { CStr::from_ptr(error.message.as_ptr()) };
    message.to_str().expect("UTF-8").to_owned()
}

fn of_handle<T>(object: Option<&T>) -> Status {
    if object.is_some() { Status::Ok } else { Status::Handle }
}

/// The address and the length of a text, as C passes them.
fn pair(text: &[u8]) -> (*const c_char, usize) {
    (text.as_ptr().cast(), text.len())
}

impl World {
    /// A handle, and the number of its object if it is alive and of the right kind. Most bytes select such a handle if
    /// there is one; the others may select one that was freed, is of another kind, or was never given out.
    fn pick(&self, input: &mut Input<'_>, is: fn(&Object) -> bool) -> (Any, Option<usize>) {
        let right = |&at: &usize| self.held[at].1.as_ref().is_some_and(is);
        let byte = usize::from(input.byte());
        let all: Vec<usize> = (0..self.held.len()).filter(right).collect();
        if byte < 0xE0 && !all.is_empty() {
            let at = all[byte % all.len()];
            return (self.held[at].0, Some(at));
        }
        let forged = [0, 1, usize::MAX, usize::MAX >> 3, 0xDEAD_BEEF];
        let at = byte % (self.held.len() + forged.len());
        let Some(&(handle, _)) = self.held.get(at) else {
            // SAFETY: a handle has the layout of a pointer, and every number is one.
            let handle =
                unsafe { core::mem::transmute::<usize, Any>(forged[at - self.held.len()]) };
            return (handle, None);
        };
        (handle, Some(at).filter(right))
    }

    /// Keeps the handle of a new object, if one could be made.
    #[track_caller]
    fn hold<T>(&mut self, handle: Handle<T>, error: &LwError, object: Option<Object>) {
        expect(error.status, error, of_handle(object.as_ref()));
        assert_eq!(handle.is_null(), object.is_none());
        // SAFETY: a handle has the layout of a pointer.
        let number = |handle: Any| unsafe { core::mem::transmute::<Any, usize>(handle) };
        let is_new = !self.held.iter().any(|&(other, _)| number(other) == number(handle.cast()));
        if object.is_some() {
            assert!(is_new, "a handle is given out once");
            self.held.push((handle.cast(), object));
        }
    }

    fn new_finder(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (options, finder) = &FINDERS[usize::from(input.byte()) % FINDERS.len()];
        // SAFETY: the options end in NUL.
        let handle = unsafe { lw_finder_new(options.as_ptr(), &raw mut error) };
        self.hold(handle, &error, Some(Object::Finder(finder)));
    }

    fn new_search(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, finder) = pick!(self, input, Finder);
        // SAFETY: handles are checked.
        let handle = unsafe { lw_search_new(handle, &raw mut error) };
        let search =
            finder.map(|&mut finder| Search { finder, text: Bytes::default(), left: Vec::new() });
        self.hold(handle, &error, search.map(Object::Search));
    }

    fn new_linker(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, finder) = pick!(self, input, Finder);
        // SAFETY: handles are checked.
        let handle = unsafe { lw_linker_new(handle, null(), &raw mut error) };
        let linker = finder.map(|finder| Linker {
            html: HtmlLinker::builder(finder).build().expect("valid options"),
            markdown: MarkdownLinker::new(finder),
        });
        self.hold(handle, &error, linker.map(|linker| Object::Linker(Box::new(linker))));
    }

    fn new_stream(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, finder) = pick!(self, input, Finder);
        // SAFETY: handles are checked.
        let handle = unsafe { lw_stream_new(handle, &raw mut error) };
        let stream = finder.map(|finder| Streamed::new(finder));
        self.hold(handle, &error, stream.map(Object::Stream));
    }

    fn new_buffer(&mut self, _: &mut Input<'_>) {
        let mut error = LwError::default();
        // SAFETY: no memory is passed.
        let handle = unsafe { lw_buffer_new(&raw mut error) };
        self.hold(handle, &error, Some(Object::Buffer(Vec::new())));
    }

    fn new_grid(&mut self, _: &mut Input<'_>) {
        let mut error = LwError::default();
        // SAFETY: no memory is passed.
        let handle = unsafe { lw_grid_new(&raw mut error) };
        self.hold(handle, &error, Some(Object::Grid(Grid::new())));
    }

    /// Frees whatever the handle selects.
    fn any_free(&mut self, input: &mut Input<'_>) {
        let (handle, at) = self.pick(input, |_| true);
        match at {
            Some(at) => self.free(at),
            None if handle.is_null() => assert_eq!(lw_free(handle), OK),
            None => assert_eq!(lw_free(handle), Status::Handle as c_int),
        }
    }

    fn free(&mut self, at: usize) {
        let (handle, object) = &mut self.held[at];
        let wanted = of_handle(object.as_ref()) as c_int;
        assert_eq!(lw_free(*handle), wanted);
        *object = None;
    }
}
