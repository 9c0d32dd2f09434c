/// The time of the last query of each metric (section 9 of the Goku paper). Every root keeps all of
/// them in memory. The source of truth is `goku-queried-metrics`, a compacted Kafka topic with one
/// partition:
///
/// | part of a record | form, version 1 |
/// |---|---|
/// | key | the metric in UTF-8; the empty key is that of the record on all of them |
/// | value | JSON with version (1), lastQueriedMillis, count |
/// | value of the empty key | JSON with version (1), observedSinceMillis |
/// | no value | the metric was evicted |
///
/// Each root writes the changes by its own queries once a minute. A root that is killed loses its
/// last minute, and the time of the last query is only exact to that minute. Roots that are queried
/// for the same metric within a minute do not see each other's counts. The count is therefore a
/// lower bound.
@NullMarked
package goku.root.queried;

import org.jspecify.annotations.NullMarked;
