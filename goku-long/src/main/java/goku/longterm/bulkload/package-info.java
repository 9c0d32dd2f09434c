/// Brings complete buckets from S3 into RocksDB (section 4.6.4 of the Goku paper).
@NullMarked
package goku.longterm.bulkload;

import org.jspecify.annotations.NullMarked;
