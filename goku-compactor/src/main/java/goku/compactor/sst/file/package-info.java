/// SST files of RocksDB: written so that the same content gives the same bytes, and read from front
/// to back. Which files a bucket of a tier has.
@NullMarked
package goku.compactor.sst.file;

import org.jspecify.annotations.NullMarked;
