//! Keys of positions. Python's own `hash` will not do: `hash(-1)` is `hash(-2)`, and a table that takes two positions for one
//! proves what is false. Numbers, text, tuples and lists are hashed by what they hold; any other hashable object gets a
//! number of its own, the same for equal ones.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// The numbers of other objects.
pub struct Hashing {
    numbers: Py<PyDict>,
    /// A number is given once: tables that outlive a search hold keys of objects that are forgotten.
    next: AtomicU64,
}

impl Hashing {
    pub fn new(py: Python<'_>) -> Hashing {
        Hashing { numbers: PyDict::new(py).unbind(), next: AtomicU64::new(0) }
    }

    /// Forgets the objects that got numbers, so that they can end.
    pub fn forget(&self, py: Python<'_>) {
        self.numbers.bind(py).clear();
    }

    /// The key of an object that holds nothing but numbers, text, tuples and lists; `TypeError` for any other, which gets no number.
    pub fn hash_plain(&self, object: &Bound<'_, PyAny>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.feed(object, &mut hasher, 0, true)?;
        Ok(hasher.finish())
    }

    /// The key of an object; `TypeError` if it holds something that cannot be hashed.
    pub fn hash(&self, object: &Bound<'_, PyAny>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.feed(object, &mut hasher, 0, false)?;
        Ok(hasher.finish())
    }

    fn feed(&self, object: &Bound<'_, PyAny>, hasher: &mut DefaultHasher, depth: usize, plain: bool) -> PyResult<()> {
        if object.is_none() {
            0u8.hash(hasher);
        } else if let Ok(number) = object.cast_exact::<PyInt>() {
            match number.extract::<i64>() {
                Ok(number) => (1u8, number).hash(hasher),
                Err(_) => (2u8, number.str()?.to_str()?).hash(hasher),
            }
        } else if let Ok(text) = object.cast_exact::<PyString>() {
            (3u8, text.to_str()?).hash(hasher);
        } else if let Ok(items) = object.cast::<PyTuple>() {
            (4u8, items.len()).hash(hasher);
            self.feed_all(items.iter(), hasher, depth, plain)?;
        } else if let Ok(items) = object.cast_exact::<PyList>() {
            (5u8, items.len()).hash(hasher);
            self.feed_all(items.iter(), hasher, depth, plain)?;
        } else if let Ok(is) = object.cast_exact::<PyBool>() {
            (6u8, is.is_true()).hash(hasher);
        } else if let Ok(bytes) = object.cast_exact::<PyBytes>() {
            (7u8, bytes.as_bytes()).hash(hasher);
        } else if let Ok(number) = object.cast_exact::<PyFloat>() {
            (8u8, number.value().to_bits()).hash(hasher);
        } else if plain {
            return Err(PyTypeError::new_err("an object that is no plain data"));
        } else {
            (9u8, self.number(object)?).hash(hasher);
        }
        Ok(())
    }

    fn feed_all<'py>(
        &self,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
        hasher: &mut DefaultHasher,
        depth: usize,
        plain: bool,
    ) -> PyResult<()> {
        if depth > 100 {
            return Err(pyo3::exceptions::PyValueError::new_err("a key is nested more than 100 deep"));
        }
        for item in items {
            self.feed(&item, hasher, depth + 1, plain)?;
        }
        Ok(())
    }

    fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u64> {
        let numbers = self.numbers.bind(object.py());
        if let Some(known) = numbers.get_item(object)? {
            return known.extract();
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        numbers.set_item(object, number)?;
        Ok(number)
    }
}
