package goku.integration.reference;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/// A time series with all its datapoints.
///
/// @param points value by timestamp in milliseconds
/// @param weights of the points that stand for several: how many they stand for. Such a point is
///   the sum of these where an average is asked for; the function decides what else it is
public record StoredSeries(
    String metric,
    SortedMap<String, String> tags,
    NavigableMap<Long, Double> points,
    Map<Long, Double> weights) {
  public StoredSeries {
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    points = Collections.unmodifiableNavigableMap(new TreeMap<>(points));
    weights = Map.copyOf(weights);
  }

  public StoredSeries(
      String metric, SortedMap<String, String> tags, NavigableMap<Long, Double> points) {
    this(metric, tags, points, Map.of());
  }

  /// Returns the number of datapoints that the one at the time stands for.
  double weight(long timestampMillis) {
    return weights.getOrDefault(timestampMillis, 1.0);
  }
}
