/// When each metric was last asked for (section 9 of the Goku paper), kept whole in the memory of
/// every root and on one compacted Kafka topic with a single partition, `goku-queried-metrics`:
///
/// | part of a record | form, version 1 |
/// |---|---|
/// | key | the metric in UTF-8; the empty key is that of the record on all of them |
/// | value | JSON with version (1), lastQueriedMillis, count |
/// | value of the empty key | JSON with version (1), observedSinceMillis |
/// | no value | the metric was forgotten to make room |
///
/// Each root notes the queries that it is asked, and writes once a minute what changed; without
/// queries it writes nothing. A root that is killed loses its last minute. Roots that are asked for
/// the same metric within the same minute do not see each other's counts: the count is at least as
/// many as one of them says. The time is that of the last query but for that minute.
@NullMarked
package goku.root.queried;

import org.jspecify.annotations.NullMarked;
