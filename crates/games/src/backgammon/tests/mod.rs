//! Tests of the rules against published counts, another program's plays, and a slow generator.

mod brute_force;
mod ending;
mod forced;
mod keys;
mod published;
mod text;
