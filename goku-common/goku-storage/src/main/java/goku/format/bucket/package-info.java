/// The file of a finalized bucket: all datapoints of one shard in one window of two hours (sections
/// 4.4 and 4.6.2 of the Goku paper), written once and then memory-mapped.
///
/// Series are sorted and names are numbers of terms, so that files can be merged like sorted runs.
/// Queries read only entries, columns and blocks. Names and terms are read once, at recovery.
///
/// Everything is little-endian. A varint holds 7 bits per byte, the lowest first, with the high bit
/// set on all bytes but the last. A zigzag varint is the varint of `(n << 1) ^ (n >> 31)`. A
/// checksum is a CRC32C. The header and each section are padded with zeros to a multiple of 64
/// bytes, and follow each other without a gap. Checksums cover the zeros.
///
/// | Header: offset | Size | Field |
/// | ---: | ---: | --- |
/// | 0 | 8 | magic, `GokuBckt` |
/// | 8 | 4 | version, 3; 2 for a file without coverage |
/// | 12 | 4 | length of the header |
/// | 16 | 8 | length of the file |
/// | 24 | 8 | start: first millisecond of the window, since the epoch |
/// | 32 | 8 | length of the window in milliseconds |
/// | 40 | 4 | number of the shard |
/// | 44 | 4 | generation |
/// | 48 | 4 | number of metrics |
/// | 52 | 4 | number of terms: metrics and pairs |
/// | 56 | 4 | number of series |
/// | 60 | 4 | number of columns of timestamps |
/// | 64 | 8 | number of datapoints |
/// | 72 | 6 x 20 | of each section: offset (8), length (8), checksum (4; 0 for the pages) |
/// | 192 | 4 | length of the namespace in bytes, at most 1024 |
/// | 196 | length | namespace, UTF-8 |
/// | | 1 | coverage, from version 3 on: kind; 0 complete, 1 incomplete, 2 addition |
/// | | 16 | coverage: identity of the log, a UUID, its upper half first |
/// | | 8 | coverage: offset of the decision to finalize, the last one that the file covers |
/// | length of the header - 4 | 4 | checksum of the header up to here |
///
/// A complete file replaces all files of its window with lower generations. An incomplete file
/// lacks datapoints that its shard had lost, and replaces none. An addition holds only late
/// datapoints, which its readers merge with the datapoints of the window. A file of version 2 is
/// complete.
///
/// The header identifies the content, because it holds the checksums of all sections. One of them
/// holds the checksums of the pages. `BucketFile.checksum` is the XXH3 of the header.
///
/// | Section | Content |
/// | --- | --- |
/// | terms | of each term: its end offset (4), counted from the end of this table; then their UTF-8 |
/// | pages | consecutive blocks, then at least 64 zeros (`ValueDecoder.READ_AHEAD_BYTES`) |
/// | page checksums | of each page, 64 KiB of the previous section, the last shorter: checksum (4) |
/// | names | of each series: its name, see below |
/// | entries | of each series: offset of its block of values in the pages (4), its column (4) |
/// | columns | of each column: offset of its block (4), its points (4), number of its series (4) |
///
/// Terms are the metrics and then the pairs, `key=value`, both ascending by unsigned bytes, and are
/// numbered from 0 on. Series ascend by the numbers of their terms.
///
/// A column is the timestamps of one or more series, because an agent gives all its series the same
/// timestamps. Each column is stored once. Columns of more series have lower numbers, so that a
/// reader knows from the number which columns to cache. Columns with the same number of series are
/// in the order of their first series.
///
/// Blocks are encoded by `goku.codec.block`. Each series has a block of values. The first series of
/// a column has the column's block of timestamps before its values, with the start of the window as
/// origin. Offsets of blocks are unsigned. A block may span pages.
///
/// | Name: size | Field |
/// | --- | --- |
/// | 8 | hash of the canonical name |
/// | varint | mask of the terms that differ from those of the previous series; the lowest bit is the last term |
/// | zigzag varint | for each bit of the mask from the highest on: the difference of that term |
///
/// If the previous series has another number of terms, or both have more than 63, the mask is 0.
/// Then the number of terms and all terms follow as varints, instead of differences.
@NullMarked
package goku.format.bucket;

import org.jspecify.annotations.NullMarked;
