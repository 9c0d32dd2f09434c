/// Finalization (section 4.6.2 of the Goku paper): buckets that take no datapoints any more, but
/// for late ones, become files. So do windows without datapoints, empty files, where somebody waits
/// for the file of every window: the compactor, of namespaces with disk tiers.
///
/// ```
/// FinalizationClock   when a bucket's time has come: asks for it in the shard's log
/// Finalizations       of one shard: seals buckets when the log says so, swaps files in
/// FinalizationJob     one bucket to one file, on a thread of the node
/// AscendingOutput     tells of files in the order of their windows
/// SeriesNameOrder         the order of series in a file, by name
/// ```
@NullMarked
package goku.shortterm.finalization;

import org.jspecify.annotations.NullMarked;
