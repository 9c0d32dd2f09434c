/// The message on a namespace's Kafka topic that deletes datapoints of one shard. It is ordered
/// with the batches of `goku.format.batch` and applies to those before it. So every replica and
/// every replay ends with the same datapoints.
///
/// Everything is little-endian. A text is its number of bytes (4) and its UTF-8, with 0x1F for a
/// blank, as names are stored: readers from before that escape find the same series.
///
/// | Header: offset | Size | Field |
/// | -------------- | ---- | ----- |
/// | 0 | 1 | magic, 0x44 (`D`) |
/// | 1 | 1 | version, 1 |
/// | 2 | 2 | flags: 1 only series whose tag keys are exactly those of the filters |
/// | 4 | 4 | number of filters |
/// | 8 | 8 | first millisecond of the range, since the epoch |
/// | 16 | 8 | last millisecond of the range, inclusive |
/// | 24 | text | metric |
///
/// Filters follow up to the end of the message. A series must pass all of them.
///
/// | Filter: size | Field |
/// | ------------ | ----- |
/// | 1 | type: 1 values, 2 regular expression, 3 any value, 4 without the key, 5 hashes of names |
/// | 1 | flags: 1 ignore case, 2 not these values, 4 `.` matches line ends |
/// | text | tag key, empty for type 5 |
/// | 4 | of type 1: number of values, which follow as texts |
/// | 4 | of type 5: number of hashes, which follow as 8 bytes each, ascending |
/// | text | of type 2: the expression, of RE2, searched for anywhere in the value |
///
/// Data on disk is deleted by an object in S3 with the same content, for all series of a shard of
/// GokuL; see `goku.tier.Tombstone`.
///
/// There is no checksum, because Kafka's record batches have one and the key in S3 contains one.
/// The key of the Kafka record is `DeleteLayout.recordKey()`, one byte, because Kafka Streams skips
/// records without a key when it restores a store.
@NullMarked
package goku.format.delete;

import org.jspecify.annotations.NullMarked;
