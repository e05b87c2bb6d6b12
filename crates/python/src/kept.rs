//! A cache for the finders and linkers that the functions of the module build.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use linkwright::find::Preset;
use pyo3::PyResult;

use crate::options::Options;

/// The maximum number of values in the cache.
const MOST: usize = 64;

/// A cache of values by preset and options.
#[derive(Debug)]
pub(crate) struct Kept<T>(Mutex<Option<HashMap<Key, Arc<T>>>>);

/// The preset, and the options in the format of `Debug`.
type Key = (Preset, String);

impl<T> Kept<T> {
    pub(crate) const fn new() -> Kept<T> {
        Kept(Mutex::new(None))
    }

    /// The value for these options. If it is not in the cache, `build` makes it.
    ///
    /// # Errors
    /// The errors of `build`.
    pub(crate) fn get(
        &self,
        preset: Preset,
        options: Options,
        build: impl FnOnce(Options) -> PyResult<T>,
    ) -> PyResult<Arc<T>> {
        let key = (preset, if options.is_empty() { String::new() } else { format!("{options:?}") });
        let known = self.lock().as_ref().and_then(|kept| kept.get(&key).cloned());
        if let Some(known) = known {
            return Ok(known);
        }
        // The lock is not held here: `build` calls Python, which may call this function again.
        let built = Arc::new(build(options)?);
        let mut kept = self.lock();
        let kept = kept.get_or_insert_default();
        // If the map is full, all values are dropped, because a program with so many options probably uses new ones in
        // each call.
        let former = if kept.len() >= MOST { std::mem::take(kept) } else { HashMap::new() };
        kept.insert(key, Arc::clone(&built));
        drop(former);
        Ok(built)
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<Key, Arc<T>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
