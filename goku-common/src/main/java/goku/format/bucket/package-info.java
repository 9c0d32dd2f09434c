/// The file of a finalized bucket: all datapoints of one shard in one window of two hours (sections
/// 4.4 and 4.6.2 of the Goku paper), written once and then memory-mapped.
@NullMarked
package goku.format.bucket;

import org.jspecify.annotations.NullMarked;
