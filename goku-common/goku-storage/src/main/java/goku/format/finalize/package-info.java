/// The message on a namespace's Kafka topic that lets a shard finalize its old buckets. It lies
/// between the batches of `goku.format.batch`: a bucket file holds what came before the message and
/// nothing that came behind it, so that every replica and every replay writes the same bytes.
///
/// Everything is little-endian.
///
/// | Offset | Size | Field |
/// | ------ | ---- | ----- |
/// | 0 | 1 | magic, 0x46 (`F`) |
/// | 1 | 1 | version, 1 to 3 |
/// | 2 | 2 | flags, 0; from version 2 on also 1: the last window that ends by then becomes a file even if it has no datapoints |
/// | 4 | 8 | buckets are finalized that end before this millisecond since the epoch, or at it |
/// | 12 | 4 | in version 3: count of metrics that are left out, 1 to 65,534 |
/// | 16 | 8 each | in version 3: the hashes of their names, `NameHash`, ascending as signed numbers |
///
/// Metrics are left out because they are blocked. Replicas may learn of a block at different
/// moments, so the record says what the one that appended it knew, and all write the same.
///
/// There is no checksum: Kafka's record batches carry one. The key of the Kafka record is
/// `FinalizeRecord.recordKey()`, one byte: Kafka Streams skips records without a key when it
/// restores a store.
@NullMarked
package goku.format.finalize;

import org.jspecify.annotations.NullMarked;
