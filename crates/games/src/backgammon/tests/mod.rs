//! Tests of the rules against published counts, another program's plays, and a slow generator.

mod brute_force;
mod published;
mod text;
