package goku.integration.reference;

import java.util.List;
import java.util.SortedMap;

/// One element of an answer.
///
/// @param largest the magnitude of the largest number that went into it, to which the rounding
///   errors of sums are to be compared
public record AnsweredSeries(
    String metric,
    SortedMap<String, String> tags,
    List<String> aggregateTags,
    List<AnsweredPoint> points,
    double largest) {

  public AnsweredSeries withLargest(double other) {
    return new AnsweredSeries(metric, tags, aggregateTags, points, other);
  }
}
