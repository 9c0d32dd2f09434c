/// Buckets of tiers as SST files of RocksDB: written in one pass, read in one pass.
@NullMarked
package goku.compactor.sst;

import org.jspecify.annotations.NullMarked;
