package goku.ingest.routing;

import goku.config.DurationText;
import goku.ingest.limit.NamespaceGate;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Rejection;
import goku.model.Namespace;
import goku.model.WrittenRollup;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The route of datapoints to one namespace.
///
/// @param firstSlot the number of its first shard, if the shards of all namespaces are numbered
///   from 0
/// @param backfillMillis the greatest age of a datapoint when it was written
/// @param memoryTtlMillis the greatest age of a datapoint now
/// @param keptFrom the first millisecond that all shards keep
/// @param gate the limits of series
record NamespaceRoute(
    int firstSlot,
    Namespace namespace,
    long backfillMillis,
    long memoryTtlMillis,
    LongSupplier keptFrom,
    NamespaceTopic topic,
    NamespaceGate gate) {
  /// The age below which shards keep every datapoint.
  private static final long FRESH_MILLIS = Duration.ofHours(1).toMillis();

  /// Returns whether some shard no longer keeps the time of a datapoint, although it is not too
  /// old. Then `memory-ttl` was raised, and the shards do not yet keep as much.
  boolean isDropped(long timestampMillis, long ageMillis) {
    return ageMillis > FRESH_MILLIS && timestampMillis < keptFrom.getAsLong();
  }

  /// Returns whether the namespace has rollups of the interval, next to which written ones are
  /// kept.
  boolean keeps(WrittenRollup rollup) {
    return namespace.rollups().stream()
        .anyMatch(one -> one.interval().toMillis() == rollup.intervalMillis());
  }

  /// Returns the intervals of the namespace's rollups, for messages.
  String rollups() {
    List<String> intervals =
        namespace.rollups().stream().map(one -> DurationText.print(one.interval())).toList();
    return intervals.isEmpty() ? "no rollups" : "rollups of " + String.join(", ", intervals);
  }

  /// Returns the rejection of a new series over a limit; null if the datapoint passes.
  @Nullable Rejection overLimit(Datapoint point) {
    return gate.refusal(namespace, point);
  }
}
