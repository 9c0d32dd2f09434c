/// Off-heap memory: one budget for the node, slabs, blocks inside them, tables of records, and the
/// one place that decides when memory that readers may still see can be used again.
///
/// ```
/// SlabPool   budget of the node, hands out slabs of 256 KiB
///   Blocks   one owner (a bucket, an index): blocks inside its slabs, addressed by an int
///     RecordTable   fixed-size records in lazily allocated pages
/// Reclaimer  readers pin, the writer retires, nothing is released while a pin could reach it
/// ```
@NullMarked
package goku.memory;

import org.jspecify.annotations.NullMarked;
