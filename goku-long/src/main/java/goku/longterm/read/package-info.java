/// The queries of a shard on disk (section 4.7.4 of the Goku paper).
///
/// `LongShardReader` pins the current buckets. `cover` decides which of them serves which part of
/// the range, and whether raw or as rollups. `SelectionBuilder` searches each by its postings and
/// unites the series. `LongSeriesReader` reads them, a thread at a time, segment by segment.
///
/// `mask` finds the data in a bucket that were deleted after it was built. Series without remaining
/// data are not selected, and the readers skip other deleted data.
///
/// A selection holds a dozen bytes of name for each series, its terms, and 4 bytes per bucket. It
/// has no object per series, and reads the text of a series in several buckets only once.
@NullMarked
package goku.longterm.read;

import org.jspecify.annotations.NullMarked;
