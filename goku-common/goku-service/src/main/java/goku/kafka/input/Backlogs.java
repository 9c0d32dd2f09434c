package goku.kafka.input;

import goku.kafka.input.InputSource.Oldest;
import goku.kafka.input.InputSource.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.TopicPartition;

/// The backlogs of all input partitions. Owned by one thread.
final class Backlogs {
  private final InputSource source;
  private final Map<TopicPartition, Backlog> byPartition = new HashMap<>();
  private final Map<String, RecentLag> recent = new HashMap<>();

  Backlogs(InputSource source) {
    this.source = source;
  }

  /// Looks at all partitions.
  void look(long nanos) throws ExecutionException, InterruptedException {
    Map<TopicPartition, Place> places = source.places();
    byPartition.keySet().retainAll(places.keySet());
    places.forEach(
        (each, place) ->
            byPartition
                .computeIfAbsent(each, _ -> new Backlog(nanos))
                .seen(nanos, place.position(), place.end()));
    prove(nanos);
  }

  private void prove(long nanos) {
    Map<TopicPartition, Place> unproven = new HashMap<>();
    byPartition.forEach(
        (each, backlog) -> {
          if (backlog.needsProof(nanos)) {
            unproven.put(each, new Place(backlog.position(), backlog.end()));
          }
        });
    if (unproven.isEmpty()) {
      return;
    }
    Map<TopicPartition, Oldest> oldest = source.oldest(unproven);
    byPartition.forEach(
        (each, backlog) -> {
          switch (oldest.get(each)) {
            case Oldest.Waits(long ageMillis) -> backlog.waits(nanos, ageMillis);
            case Oldest.Nothing(long before) -> backlog.isEmptyTo(nanos, before);
            case null -> {}
          }
        });
  }

  /// Returns the backlog of a topic after a look. A topic without partitions is caught up.
  ///
  /// @param before the backlog before the look
  /// @param nanos the time of the look
  TopicBacklog next(TopicBacklog before, long nanos) {
    String topic = before.topic();
    long records = 0;
    long caughtUp = nanos;
    for (var entry : byPartition.entrySet()) {
      if (entry.getKey().topic().equals(topic)) {
        records += entry.getValue().records();
        caughtUp = Math.min(caughtUp, entry.getValue().caughtUpNanos());
      }
    }
    RecentLag lags = recent.computeIfAbsent(topic, _ -> new RecentLag());
    lags.addSince(nanos, before.caughtUpNanos());
    lags.addSince(nanos, caughtUp);
    return new TopicBacklog(topic, records, caughtUp, lags.millis());
  }
}
