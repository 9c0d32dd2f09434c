/// A snapshot of the active data of a shard: the data that is not in files of finalized buckets, as
/// of an offset of the shard's log (section 10 of the Goku paper, "snapshot of active data").
///
/// Everything is little-endian. A varint holds 7 bits per byte, the lowest first, with the high bit
/// set on all bytes but the last. A zigzag varint is the varint of `(n << 1) ^ (n >> 63)`. A text
/// is its number of bytes (varint) and its UTF-8. Times are milliseconds since the epoch.
///
/// A file is a header and one or more frames. Only the last frame begins with the record that ends
/// the snapshot. Nothing follows it. So every truncated file is detected. Checksums detect every
/// changed byte.
///
/// | Header: offset | Size | Field |
/// | -------------- | ---- | ----- |
/// | 0 | 8 | magic, `GOKUSNAP` |
/// | 8 | 4 | version, 4; 3 without epoch and inputs; 2 without the state of the shard |
/// | 12 | 4 | size of the description, n, at most 1 MiB |
/// | 16 | n | description |
/// | 16 + n | 4 | CRC32C of all bytes before |
///
/// | Description: size | Field |
/// | ----------------- | ----- |
/// | text | namespace |
/// | varint | shard |
/// | zigzag varint | offset in the log: all records up to it are in the snapshot |
/// | zigzag varint | timestamp of the record at that offset |
/// | varint | number of bucket files that belong to the snapshot, which follow |
/// | zigzag varint | bucket file: start |
/// | varint | bucket file: generation |
/// | 8 | bucket file: checksum |
/// | zigzag varint | from version 3 on: number in the name of the snapshot |
/// | 16 | identity of the log, a UUID, its upper half first |
/// | 8 | XXH3 of the value of the record at the offset; 0 if unknown |
/// | zigzag varint | highest end of the log that was seen, exclusive |
/// | zigzag varint | start of the first window that the shard kept |
/// | varint | number of holes, which follow |
/// | zigzag varint | hole: start |
/// | zigzag varint | hole: end, exclusive |
/// | varint | hole: code of the cause |
/// | varint | number of decisions to finalize without a file yet, which follow |
/// | zigzag varint | decision: start of the bucket |
/// | zigzag varint | decision: offset in the log |
/// | zigzag varint | from version 4 on: epoch of the leader that wrote the record; -1 if unknown |
/// | varint | number of ranges of inputs, which follow |
/// | 16 | range: id of the input's topic, a UUID, its upper half first |
/// | varint | range: partition of the topic |
/// | varint | range: epoch of the leader, + 1; 0 if unknown |
/// | varint | range: offset of the first datapoint |
/// | varint | range: number of that datapoint in its record |
/// | varint | range: offset of the end |
/// | varint | range: number of the datapoint at the end, exclusive |
///
/// | Frame: offset | Size | Field |
/// | ------------- | ---- | ----- |
/// | 0 | 4 | size of the content, n, 1 or more |
/// | 4 | 4 | CRC32C of the content |
/// | 8 | 4 | CRC32C of the eight bytes before |
/// | 12 | n | content: whole records |
///
/// A frame ends with the record with which it reaches 512 KiB. Each record begins with a byte: its
/// kind in the lower four bits, and in the upper ones zero or the flags in the table.
///
/// | Record | Kind | Size | Field |
/// | ------ | ---: | ---- | ----- |
/// | metric | 1 | text | metric; metrics and pairs are numbered together from 0 on |
/// | pair | 2 | text | `key=value` |
/// | series | 3 | 8 | hash of the canonical name; series are numbered from 0 on |
/// | | | varint | number of terms |
/// | | | zigzag varint | each term: its number less the last one at its place, the first less 0 |
/// | removed | 4 | zigzag varint | start of the bucket |
/// | | | varint | size of the bitmap, n |
/// | | | n | entries of the bucket file that were removed, as a portable Roaring bitmap |
/// | streams | 5 | | upper bits: 1 the streams are sealed |
/// | | | zigzag varint | start of the bucket |
/// | stream | 6 | | upper bits: flags of the stream |
/// | | | zigzag varint | series less that of the previous stream; of the first stream after a `streams` record, less 0 |
/// | | | varint | number of datapoints |
/// | | | varint | number of bits |
/// | | | zigzag varint | timestamp of the last datapoint, less the start of the bucket |
/// | | | zigzag varint | difference of the last two timestamps |
/// | | | 2 | bits 0 to 5 trailing zeros of the window, 6 to 11 leading ones, 32 for no window; |
/// | | | | 12 to 15 number m of upper bytes of the last value up to the last one that is not zero |
/// | | | m | those bytes, the upper one last |
/// | | | 8 each | words that are full |
/// | | | 0 to 8 | the unfinished word: its upper bytes that have bits, the upper one last |
/// | end | 7 | varint | frames before this one |
/// | | | varint | number of terms |
/// | | | varint | number of series |
/// | | | varint | number of streams |
///
/// `goku.codec` describes the fields of a stream. Its timestamps are in seconds or milliseconds, as
/// its flags say. The start of the bucket that they are relative to is in the same unit.
@NullMarked
package goku.format.snapshot;

import org.jspecify.annotations.NullMarked;
