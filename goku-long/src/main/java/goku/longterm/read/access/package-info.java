/// The keys and values of one bucket in RocksDB: gets, iterators, columns, the buffer of values,
/// and errors that name the bucket and database.
@NullMarked
package goku.longterm.read.access;

import org.jspecify.annotations.NullMarked;
