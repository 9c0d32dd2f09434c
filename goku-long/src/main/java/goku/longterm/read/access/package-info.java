/// Keys and values of one bucket in RocksDB: gets, iterators, columns, the memory that values are
/// copied to, and errors that say which bucket of which database.
@NullMarked
package goku.longterm.read.access;

import org.jspecify.annotations.NullMarked;
