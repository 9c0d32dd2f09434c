/// SST files of RocksDB, written so that the same content gives the same bytes, and read from front
/// to back; and the list of files in a bucket of a tier.
@NullMarked
package goku.compactor.sst.file;

import org.jspecify.annotations.NullMarked;
