package goku.shortterm.shard;

import goku.model.Tier;
import goku.model.TimeRange;
import goku.shortterm.bucket.Bucket;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A counter of datapoints by the rules of `docs/top-metrics.md`, from a list of all of them.
final class UsageReference {
  /// The datapoints by window and by the name of the series.
  private final Map<Integer, Map<String, Held>> windows = new TreeMap<>();

  private static final class Held {
    private final TreeSet<Long> times = new TreeSet<>();
    private int counted;
  }

  /// The expected usage of a metric.
  record Expected(long series, long dayPoints, long windowPoints) {}

  void put(String name, long timestampMillis) {
    Held held =
        windows
            .computeIfAbsent(Bucket.numberOf(timestampMillis), first -> new HashMap<>())
            .computeIfAbsent(name, first -> new Held());
    held.times.add(timestampMillis);
    held.counted++;
  }

  /// Counts each timestamp of these windows only once from now on.
  void finalizeThrough(long millis) {
    windows.forEach(
        (window, series) -> {
          if ((window + 1) * Tier.MEMORY_BUCKET.toMillis() <= millis) {
            series.values().forEach(held -> held.counted = held.times.size());
          }
        });
  }

  void delete(Predicate<String> names, TimeRange range) {
    for (Map<String, Held> series : windows.values()) {
      series.forEach(
          (name, held) -> {
            if (names.test(name) && held.times.removeIf(range::contains)) {
              held.counted = held.times.size();
            }
          });
      series.values().removeIf(held -> held.times.isEmpty());
    }
  }

  void expireBefore(int window) {
    windows.keySet().removeIf(number -> number < window);
  }

  Map<String, Expected> metrics(long nowMillis) {
    int current = Bucket.numberOf(nowMillis);
    return names().stream()
        .map(UsageReference::metricOf)
        .distinct()
        .collect(
            Collectors.toMap(
                metric -> metric,
                metric ->
                    new Expected(
                        names().stream().filter(name -> metricOf(name).equals(metric)).count(),
                        points(metric, window -> window > current - 12),
                        points(metric, window -> window == current - 1))));
  }

  /// The distinct values of each tag key of a metric.
  Map<String, Long> tagKeys(String metric) {
    return tags(metric).stream()
        .distinct()
        .collect(Collectors.groupingBy(pair -> pair.split("=", -1)[0], Collectors.counting()));
  }

  /// The series of each value of a tag key of a metric.
  Map<String, Long> tagValues(String metric, String key) {
    return tags(metric).stream()
        .filter(pair -> pair.startsWith(key + "="))
        .collect(Collectors.groupingBy(pair -> pair.split("=", -1)[1], Collectors.counting()));
  }

  private List<String> tags(String metric) {
    return names().stream()
        .filter(name -> metricOf(name).equals(metric))
        .flatMap(name -> List.of(name.split(" ", -1)).stream().skip(1))
        .toList();
  }

  private Set<String> names() {
    return windows.values().stream()
        .map(Map::keySet)
        .flatMap(Collection::stream)
        .collect(Collectors.toSet());
  }

  private long points(String metric, IntPredicate in) {
    return windows.entrySet().stream()
        .filter(window -> in.test(window.getKey()))
        .flatMap(window -> window.getValue().entrySet().stream())
        .filter(series -> metricOf(series.getKey()).equals(metric))
        .mapToLong(series -> series.getValue().counted)
        .sum();
  }

  private static String metricOf(String name) {
    return name.split(" ", -1)[0];
  }
}
