/// The message on a namespace's Kafka topic: up to some ten thousand datapoints of one shard
/// (sections 4.6.1 and 4.6.2 of the paper). One message is one batch; the partition is the shard.
///
/// Everything is little-endian. A varint holds 7 bits per byte, the lowest first, the high bit set
/// on all bytes but the last; a zigzag varint is one of `(n << 1) ^ (n >> 63)`.
///
/// | Header: offset | Size | Field |
/// | -------------- | ---- | ----- |
/// | 0 | 1 | magic, 0x47 (`G`) |
/// | 1 | 1 | version, 3 |
/// | 2 | 2 | flags, 0 |
/// | 4 | 4 | number of datapoints in the message, unsigned |
/// | 8 | 8 | base timestamp in milliseconds since the epoch, that of the first datapoint |
///
/// Entries follow up to the end of the message, one for each run of datapoints of one series that
/// came in a row. A run of more than 255 goes on in another entry.
///
/// | Entry: size | Field |
/// | ----------- | ----- |
/// | 8 | hash of the name, see `goku.model.NameHash` |
/// | varint | 2 × length, + 1 when the tags are those of the entry before |
/// | length | canonical name, see `goku.model.SeriesName`, or only its metric |
/// | 1 | number of datapoints in the entry, 1 to 255 |
///
/// | Datapoint: size | Field |
/// | --------------- | ----- |
/// | zigzag varint | milliseconds since the datapoint before, the first of an entry since base |
/// | 8 | value, the bits of a double |
///
/// Agents send many metrics with the same tags, so that most entries have their metric only. No
/// other version is read: before, hashes were of the name as a whole.
///
/// There is no checksum: Kafka's record batches carry one. Compression is the producer's. The key
/// of the Kafka record is `BatchLayout.recordKey()`, one byte: Kafka Streams skips records without
/// a key when it restores a store.
@NullMarked
package goku.format.batch;

import org.jspecify.annotations.NullMarked;
