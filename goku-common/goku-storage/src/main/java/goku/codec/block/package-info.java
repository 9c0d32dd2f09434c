/// The codec of finalized streams: all datapoints of one series in one bucket, encoded at once and
/// decoded in loops over arrays (the finalized data of section 4.6.2 of the Goku paper). Lossless:
/// the bits of every double are preserved.
///
/// A block has no magic, length or checksum: the surrounding file has its start and number of
/// entries. Version 3; version 2 has no histograms, version 1 no types. Everything is
/// little-endian. Packed integers are adjacent without gaps, the first in the lowest bits, and end
/// at a whole byte.
///
/// ## A block
///
/// Up to 255 entries are one chunk. More are cut into n = ceil(count / 128) chunks of ceil(count /
/// n) entries, the last one perhaps fewer. Chunks are adjacent. Each has its own fields, width and
/// encoding. A block has at most 200,000,000 entries.
///
/// A byte before the chunks states the type of the values (`goku.model.ValueType`) where the values
/// do not show it. No chunk begins with such a byte.
///
/// | byte | type |
/// | ---: | --- |
/// | 253 | histograms; another layout follows, see below |
/// | 254 | 64-bit integers, of which at least one is no double. The bits of all chunks are theirs |
/// | 255 | whole values that are no integers |
///
/// ## A chunk
///
/// | bytes | field | when |
/// | ---: | --- | --- |
/// | 1 | flags | |
/// | 1 | width of a packed integer in bits, 0 to 64 | |
/// | 1 | lengths: of base less 1 (3 bits), of first less 1 (3), binary logarithm of the divisor's (2) | |
/// | 1 | exponent of a power of ten | flag 128 |
/// | 1 to 8 | base, with its sign | |
/// | 1 to 8 | first, with its sign | flag 1, for timestamps also flag 2 |
/// | 1, 2, 4, 8 | divisor, with its sign | flag 4 |
/// | | packed integers, one for each entry, none for the first with flag 1 | |
/// | | patches of the integers: numbers to add, shifted by the width | flag 8 |
/// | | patches of the values: numbers to add to their bits | flag 16 |
/// | | patches of the values: bits that replace theirs | flag 32 |
///
/// | flag | meaning |
/// | ---: | --- |
/// | 1 | packed integers are differences of neighbours |
/// | 2 | values: the integers are bits of doubles. Timestamps: distances to a line |
/// | 4, 8, 16, 32 | fields above are present |
/// | 64 | escape: the chunk is of another encoding, see below |
/// | 128 | the integers are over a power of ten |
///
/// With packed integers k, patched, the integer of entry i is
///
/// | flags | integer |
/// | --- | --- |
/// | neither 1 nor, for timestamps, 2 | base + divisor k |
/// | 1 | first, then the previous integer + base + divisor k |
/// | 2, timestamps | base + first i + divisor k |
///
/// in 64-bit arithmetic that wraps around. Without its field the divisor is 1. A timestamp is the
/// sum of the integer and the origin, in milliseconds. A value is the integer as a double, divided
/// by the power of ten, or the double with these bits. Integers that become doubles are below 2^50
/// in magnitude.
///
/// Decimals that result from arithmetic are often a unit or two in the last place away from the
/// quotient: 0.20199999999999999 instead of 0.202. These distances, at most 7, are patches. Values
/// further off, and NaN, infinities and -0.0, are stored verbatim and overwrite the decoded value.
///
/// ## Patches
///
/// | bits | field |
/// | ---: | --- |
/// | 6 | width of a patch less 1 |
/// | 4 | width of a gap, 0 to 8; 15 for a bitmap |
/// | 6 | number of patches, with gaps |
/// | | gaps: entries skipped before each patched one, packed; or one bit for each entry |
/// | | patches, packed; those that are added are zigzag integers, `(n << 1) ^ (n >> 63)` |
///
/// Gaps and patches begin at whole bytes. Patches of differences count from the first difference.
///
/// ## Other encodings of values
///
/// With flag 64, the other bits of the first byte are the code of an encoding, not flags. The
/// constants of `ChunkEncoding` are all codes. Other codes are reserved, and decoders reject them.
/// Decoders of timestamps reject every code.
///
/// ### A dictionary
///
/// | bytes | field |
/// | ---: | --- |
/// | 1 | 64: escape, code 0 |
/// | 1 | number n of distinct values, 2 to 32 |
/// | 8 n | their bits |
/// | | indexes, packed in as many bits as n - 1 has |
///
/// ## Histograms
///
/// A family is histograms whose counts are in the same columns: those of one fixed shape, or
/// exponential ones that differ only in the ranges that have measurements. Shapes, counts and
/// statistics are those of `goku.model.histogram`.
///
/// | bytes | field |
/// | ---: | --- |
/// | 1 | 253 |
/// | varint | number n of families |
/// | | of each family: length (varint) and bytes of a shape that has the ranges of all its histograms |
/// | | with n > 1, the number of the family of each entry, as a column |
/// | | of each family, of each count of its shape: the counts of its entries, as a column |
/// | | of each family with statistics, of each statistic: the values of its entries, as chunks of values |
///
/// A column is chunks of integers in the form of timestamps with the origin 0. Exponential ranges
/// without measurements in any histogram are left out at both ends. Another family begins where the
/// shape would have more than 512 counts, and more than those of any of its histograms.
///
/// ## Choice of the encoding
///
/// The encoder chooses integers over the smallest power of ten that fits most values, unless they
/// take more than two bytes each and the bits of the doubles or a dictionary take fewer. Of the
/// integers and their differences it takes the smaller form, divided by the greatest common
/// divisor, in the window with the smallest packed integers and patches. A patch must save a few
/// bits more than it takes, because it is slower to read. Exclusive ors and second differences are
/// not used: without them every measured data set is smaller than as Gorilla streams.
@NullMarked
package goku.codec.block;

import org.jspecify.annotations.NullMarked;
