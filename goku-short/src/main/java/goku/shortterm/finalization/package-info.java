/// Finalization (section 4.6.2 of the Goku paper): buckets that only late datapoints can change
/// become files. In namespaces with disk tiers, windows without datapoints become empty files,
/// because the compactor waits for the file of every window.
///
/// ```
/// FinalizationClock   requests due finalizations in the shard's log
/// Finalizations       seals buckets of one shard by decisions of the log, swaps files in
/// FinalizationJob     writes one bucket to one file, on a thread of the node
/// AscendingOutput     reports files in the order of their windows
/// SeriesNameOrder     the order of series in a file, by name
/// ```
@NullMarked
package goku.shortterm.finalization;

import org.jspecify.annotations.NullMarked;
