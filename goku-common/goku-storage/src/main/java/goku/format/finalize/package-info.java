/// The message on a namespace's Kafka topic that finalizes old buckets of a shard. It is ordered
/// with the batches of `goku.format.batch`. A bucket file holds the datapoints before the message
/// and none after it. So every replica and every replay writes the same bytes.
///
/// Everything is little-endian.
///
/// | Offset | Size | Field |
/// | ------ | ---- | ----- |
/// | 0 | 1 | magic, 0x46 (`F`) |
/// | 1 | 1 | version, 1 to 3 |
/// | 2 | 2 | flags, 0; from version 2 on also 1: the last window that ends by then becomes a file even if it has no datapoints |
/// | 4 | 8 | the latest end of buckets that are finalized, in milliseconds since the epoch |
/// | 12 | 4 | in version 3: count of metrics that are left out, 1 to 65,534 |
/// | 16 | 8 each | in version 3: the hashes of their names, `NameHash`, ascending as signed numbers |
///
/// Metrics are left out because they are blocked. Replicas may learn of a block at different
/// moments. They all use the metrics in the record, which the replica that appended the record
/// knew, so all write the same bytes.
///
/// There is no checksum, because Kafka's record batches have one. The key of the Kafka record is
/// `FinalizeRecord.recordKey()`, one byte, because Kafka Streams skips records without a key when
/// it restores a store.
@NullMarked
package goku.format.finalize;

import org.jspecify.annotations.NullMarked;
