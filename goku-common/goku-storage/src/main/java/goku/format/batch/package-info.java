/// The message on a namespace's Kafka topic: up to some ten thousand datapoints of one shard
/// (sections 4.6.1 and 4.6.2 of the paper). One message is one batch. The partition is the shard.
///
/// Everything is little-endian. A varint holds 7 bits per byte, the lowest first, with the high bit
/// set on all bytes but the last. A zigzag varint is the varint of `(n << 1) ^ (n >> 63)`.
///
/// | Header: offset | Size | Field |
/// | -------------- | ---- | ----- |
/// | 0 | 1 | magic, 0x47 (`G`) |
/// | 1 | 1 | version, 3 or 4 |
/// | 2 | 2 | flags, 0 |
/// | 4 | 4 | number of datapoints in the message, unsigned |
/// | 8 | 8 | base timestamp in milliseconds since the epoch, that of the first datapoint |
///
/// From version 4 on, the inputs follow: the partitions of input topics from which the datapoints
/// came. Datapoints of HTTP and telnet have none. A shard skips datapoints that it has already
/// applied from the same position of an input.
///
/// | Inputs: size | Field |
/// | ------------ | ----- |
/// | varint | number of inputs; with 0, nothing of this table follows |
/// | 16 | input: id of the topic, a UUID, its upper half first |
/// | varint | input: partition |
/// | varint | input: epoch of the leader that appended the records, + 1; 0 if unknown |
/// | varint | input: offset from which on the range of the batch begins |
/// | varint | input: number of a datapoint in that record; the range begins with it |
/// | varint | input: offset of the last datapoint, less that of the begin |
/// | varint | input: number of the last datapoint in its record, + 1 |
/// | varint | size of the positions, n |
/// | n | positions, one for each datapoint in their order |
///
/// The range of an input begins where the sender's last batch to this shard ended, or where the
/// sender began to read. So a shard that lacks a batch in between sees it.
///
/// | Position: size | Field |
/// | -------------- | ----- |
/// | varint | 2 × (number in the record - the last number - 1), if the record is that of the previous datapoint |
/// | | otherwise 4 × number in the record, + 1, + 2 when the input is another one |
/// | varint | number of the input, if it is another one |
/// | varint | offset of another record, less the last one of its input or the begin of the range |
///
/// Entries follow up to the end of the message, one for each run of consecutive datapoints of one
/// series. A run of more than 127 datapoints, in version 3 of more than 255, continues in another
/// entry.
///
/// | Entry: size | Field |
/// | ----------- | ----- |
/// | 8 | hash of the name, see `goku.model.NameHash` |
/// | varint | 2 × length, + 1 when the tags are those of the previous entry |
/// | length | canonical name, see `goku.model.SeriesName`, or only its metric |
/// | 1 | number of datapoints in the entry, 1 to 127, in version 3 to 255; from format level 4 on + 128 when some value is whole but no integer, such as `20.0`; or 0 |
/// | 1 | kind of the values, after a 0: 1 for 64-bit integers, of which none is a double; from format level 7 on 2 for histograms |
/// | 1 | number of datapoints, after a kind |
///
/// Readers take a batch with another kind for one of a later version, and so do readers from before
/// format level 4 with any kind or flag.
///
/// | Datapoint: size | Field |
/// | --------------- | ----- |
/// | zigzag varint | milliseconds since the previous datapoint, or since base for the first of an entry |
/// | 8 | value, the bits of a double or a 64-bit integer; not of kind 2 |
/// | varint | length of the histogram, at most 16,384; only of kind 2 |
/// | length | histogram, see `goku.model.histogram.Histograms`; only of kind 2 |
///
/// Entries have the kind 2 exactly if their metric has the mark of histograms, see
/// `goku.model.HistogramMetric`.
///
/// Agents send many metrics with the same tags, so most entries have only their metric. Versions 1
/// and 2 are not read, because their hashes were of the whole name.
///
/// There is no checksum, because Kafka's record batches have one. The producer compresses. The key
/// of the Kafka record is `BatchLayout.recordKey()`, one byte, because Kafka Streams skips records
/// without a key when it restores a store.
@NullMarked
package goku.format.batch;

import org.jspecify.annotations.NullMarked;
