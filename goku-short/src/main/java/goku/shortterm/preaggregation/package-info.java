/// Aggregates that are kept while datapoints are written (section 5.3 of the Goku paper): for each
/// rule, the series of one metric are put into groups by the values of the tags that the rule
/// keeps, and for each group and interval there is a cell.
///
/// All cells follow from the content of the buckets and are never logged: after a restart they are
/// built again from the series. The writer updates a cell with each datapoint, including late and
/// repeated ones, by the change that the datapoint makes to its series. A replay therefore cannot
/// count anything twice.
///
/// | class | is |
/// | --- | --- |
/// | `PreAggregates` | the interface for the shard's writer |
/// | `Rule`, `Group`, `GroupSlots` | groups of series, and which group a series is in |
/// | `BucketAggregates` | the cells of one rule in one bucket: `CellTable`, `RowTable`, `SpanTable` |
/// | `SeriesChange`, `GapCounter` | changes of cells by a series' new datapoints |
/// | `AggregateBuilder` | builds aggregates of existing series in slices of time |
/// | `GroupQuery`, `GroupScan` | which queries the cells answer, and their answers |
///
/// **Threads.** The shard's writer makes all changes, large ones in slices of some milliseconds, so
/// that nothing is built from series that change meanwhile. Readers hold a pin of the shard's
/// reclaimer. A cell has a version that is odd while it is written. A row, which is a group in a
/// bucket, has its own version. It changes in all cases but the common one: a datapoint after the
/// last of its series, in the same cell or the next. Readers read cells from the newest to the
/// oldest, so they never see a datapoint without the earlier ones of its series. They read the row
/// again if its version changed.
@NullMarked
package goku.shortterm.preaggregation;

import org.jspecify.annotations.NullMarked;
