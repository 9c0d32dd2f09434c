package goku.integration.reference;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/// A time series with all its datapoints.
///
/// @param points value by timestamp in milliseconds
public record StoredSeries(
    String metric, SortedMap<String, String> tags, NavigableMap<Long, Double> points) {
  public StoredSeries {
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    points = Collections.unmodifiableNavigableMap(new TreeMap<>(points));
  }
}
