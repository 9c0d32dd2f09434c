/// Tables of values that clients write to a compacted topic: their limits, their writer and their
/// reader. Annotations and metadata are such tables.
///
/// A write goes to the topic and is answered once this root has read it back. Other roots see it a
/// moment later. Roots that change the same value concurrently do not see each other's change: the
/// last write in Kafka wins.
@NullMarked
package goku.root.compacted.table;

import org.jspecify.annotations.NullMarked;
