//! The program at the command line, and the library for C.

mod c_header;
mod files;
mod judging;
mod line;
mod pictures;
