/// The message on a namespace's Kafka topic: up to some ten thousand datapoints of one shard
/// (sections 4.6.1 and 4.6.2 of the paper). One message is one batch. The partition is the shard.
///
/// Everything is little-endian. A varint holds 7 bits per byte, the lowest first, with the high bit
/// set on all bytes but the last. A zigzag varint is the varint of `(n << 1) ^ (n >> 63)`.
///
/// | Header: offset | Size | Field |
/// | -------------- | ---- | ----- |
/// | 0 | 1 | magic, 0x47 (`G`) |
/// | 1 | 1 | version, 3 |
/// | 2 | 2 | flags, 0 |
/// | 4 | 4 | number of datapoints in the message, unsigned |
/// | 8 | 8 | base timestamp in milliseconds since the epoch, that of the first datapoint |
///
/// Entries follow up to the end of the message, one for each run of consecutive datapoints of one
/// series. A run of more than 255 datapoints continues in another entry.
///
/// | Entry: size | Field |
/// | ----------- | ----- |
/// | 8 | hash of the name, see `goku.model.NameHash` |
/// | varint | 2 × length, + 1 when the tags are those of the previous entry |
/// | length | canonical name, see `goku.model.SeriesName`, or only its metric |
/// | 1 | number of datapoints in the entry, 1 to 255 |
///
/// | Datapoint: size | Field |
/// | --------------- | ----- |
/// | zigzag varint | milliseconds since the previous datapoint, or since base for the first of an entry |
/// | 8 | value, the bits of a double |
///
/// Agents send many metrics with the same tags, so most entries have only their metric. Other
/// versions are not read, because their hashes were of the whole name.
///
/// There is no checksum, because Kafka's record batches have one. The producer compresses. The key
/// of the Kafka record is `BatchLayout.recordKey()`, one byte, because Kafka Streams skips records
/// without a key when it restores a store.
@NullMarked
package goku.format.batch;

import org.jspecify.annotations.NullMarked;
