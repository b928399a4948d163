//! The tests of the course, as one program.

mod files;
mod tasks;
