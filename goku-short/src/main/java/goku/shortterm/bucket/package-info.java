/// The buckets of a shard: two hours of datapoints each (sections 4.4 and 4.6.2 of the Goku paper).
///
/// A bucket consists of parts, oldest first. Reading a series appends what each part has of it; of
/// equal timestamps that of the later part stays.
///
/// | part | is | while |
/// | --- | --- | --- |
/// | `FinalizedPart` | a mapped file and a table from slots to its entries | since the last finalization |
/// | `StreamPart`, sealed | Gorilla streams that no longer grow | they are being written to the next file |
/// | `StreamPart`, active | Gorilla streams | datapoints arrive |
///
/// **Threads.** The shard's writer changes all of it; readers that hold a pin of the shard's
/// reclaimer read at any time. The array of parts is replaced as a whole.
@NullMarked
package goku.shortterm.bucket;

import org.jspecify.annotations.NullMarked;
