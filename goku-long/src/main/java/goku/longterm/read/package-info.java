/// What queries see of a shard on disk (section 4.7.4 of the Goku paper).
///
/// `LongShardReader` pins the buckets of the moment. `cover` says which of them serves which part
/// of the range, and whether raw or as rollups. `SelectionBuilder` searches each by its postings
/// and unites the series. `LongSeriesReader` reads them, a thread at a time, segment by segment.
///
/// What was deleted since a bucket was made, `mask` finds in it: series of which nothing is left
/// are not selected, and the readers leave out the rest.
///
/// Per series of a selection there are a dozen bytes of name, its terms, and 4 bytes for each
/// bucket; no object, and no text of series that several buckets have is read twice.
@NullMarked
package goku.longterm.read;

import org.jspecify.annotations.NullMarked;
