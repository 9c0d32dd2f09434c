/// The binary protocol between root and nodes (section 4.7.1 of the Goku paper). Requests and short
/// answers are the messages of `node.proto`. Groups have their own layout, because they make up
/// most of the bytes.
///
/// The groups of a query are one stream of bytes, cut into chunks of at most 64 KiB. Each chunk is
/// the content of one message: small groups share a chunk, a large one spans many. A chunk ends
/// between two values, so that arrays can be copied without conversion. Only strings may be cut
/// anywhere. All numbers are little endian; `varint` is as in protobuf. This is version 3. A root
/// names the newest version that it reads, and the node answers in that version or an older one:
///
/// | value | form |
/// | --- | --- |
/// | tags of the key | tags |
/// | common tags | tags |
/// | differing keys | `varint` number, strings |
/// | members | `varint` number, tags of each |
/// | kind | `u8`: 0 series, 1 state, 2 sums of histograms |
/// | series, if of this kind | `varint` number, series |
/// | state, if of this kind | state |
/// | sums, if of this kind | sums |
///
/// | tags | form |
/// | --- | --- |
/// | number | `varint` |
/// | each tag | `varint` position in the table of tags; a new tag has the table's size |
/// | key and value, if new | strings; the tag is appended to the table, which is cleared before if it holds 4096 tags |
///
/// | string | form |
/// | --- | --- |
/// | length | `varint` bytes |
/// | bytes | UTF-8 |
///
/// | series | form |
/// | --- | --- |
/// | flags | `u8`: 1 integers, 2 weights, 8 regular times, and the type of the values: 16 longs, 32 doubles, otherwise plain |
/// | tags | tags |
/// | size | `varint` |
/// | times | times |
/// | values | `i64` each if longs, otherwise `f64` |
/// | weights, if flagged | `f64` each |
///
/// | state | form |
/// | --- | --- |
/// | flags | `u8`: 1 integers, 2 has times, 4 all slots present, 8 regular times, 16 values are not all zero, 32 errors are not all zero, 64 one count for all slots |
/// | slots | `varint` |
/// | times, if flagged | times |
/// | values, if flagged | `f64` each; otherwise all +0.0 |
/// | errors, if flagged | `f64` each; otherwise all +0.0 |
/// | counts | `varint` if one for all, otherwise `u32` each |
/// | present, unless all are | one bit each, lowest bit first, in `u8`s |
///
/// | sums | form |
/// | --- | --- |
/// | flags | `u8`: 8 regular times |
/// | slots | `varint` |
/// | times | times |
/// | sum of each slot | `varint` bytes, the bytes of a histogram as in `goku.model.histogram.Histograms` |
///
/// | times | form |
/// | --- | --- |
/// | regular | `i64` the first, `i64` the step; nothing if there are none |
/// | otherwise | `i64` each |
///
/// In version 1, series have no types: longs are rounded to `f64`. Versions 1 and 2 have no sums.
@NullMarked
package goku.rpc.wire;

import org.jspecify.annotations.NullMarked;
