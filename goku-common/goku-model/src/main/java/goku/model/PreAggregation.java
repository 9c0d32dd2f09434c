package goku.model;

import java.time.Duration;
import java.util.List;

/// A rule to keep aggregates of a metric in GokuS, one per combination of values of the kept tags
/// (section 5.3 of the paper).
///
/// @param metric the full name
/// @param keep keys of the kept tags, ascending; all other tags are aggregated away
/// @param interval time per value; divides the window of a bucket
public record PreAggregation(String metric, List<String> keep, Duration interval) {
  public PreAggregation {
    keep = keep.stream().sorted().toList();
  }
}
