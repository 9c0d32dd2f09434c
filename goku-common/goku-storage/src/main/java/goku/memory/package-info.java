/// Off-heap memory: the budget of the node, slabs, blocks in slabs, tables of records, and the
/// reclaimer that decides when memory can be reused that readers may still see.
///
/// ```
/// SlabPool   budget of the node, hands out slabs of 256 KiB
///   Spill    what exceeds the budget: mapped files
///   Blocks   one owner (a bucket, an index): blocks inside its slabs, addressed by an int
///     RecordTable   fixed-size records in lazily allocated pages
/// Reclaimer  readers pin, the writer retires, nothing is released while a pin could reach it
/// ```
@NullMarked
package goku.memory;

import org.jspecify.annotations.NullMarked;
