/// Aggregates that are kept while datapoints are written (section 5.3 of the Goku paper): for each
/// rule, the series of one metric are put into groups by the values of the tags that the rule
/// keeps, and for each group and interval there is a cell.
///
/// All of it is derived from what the buckets hold and is never logged: after a restart it is built
/// again from the series. The writer brings a cell up to date with each datapoint, late and
/// repeated ones too, by what the datapoint changes in its series; so a replay cannot count
/// anything twice.
///
/// | class | is |
/// | --- | --- |
/// | `PreAggregates` | what the shard's writer calls |
/// | `Rule`, `Group`, `GroupSlots` | groups of series, and which group a series is in |
/// | `BucketAggregates` | the cells of one rule in one bucket: `CellTable`, `RowTable`, `SpanTable` |
/// | `SeriesChange`, `GapCounter` | what another state of a series changes in the cells |
/// | `AggregateBuilder` | builds aggregates of existing series in slices of time |
/// | `GroupQuery`, `GroupScan` | which queries the cells answer, and their answers |
///
/// **Threads.** The shard's writer changes all of it, in slices of some milliseconds where there is
/// much to do; so nothing is ever built from series that change meanwhile. Readers hold a pin of
/// the shard's reclaimer. A cell has a version that is odd while it is written. A row, which is a
/// group in a bucket, has another one, which changes with all but the common case: a datapoint
/// behind the last of its series, in the same cell or the next. Readers read cells from the newest
/// to the oldest, so they never see a datapoint without those before it of its series, and read the
/// row again when its version has changed.
@NullMarked
package goku.shortterm.preaggregation;

import org.jspecify.annotations.NullMarked;
