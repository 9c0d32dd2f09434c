package goku.model;

import java.time.Duration;
import java.util.List;

/// That GokuS keeps aggregates of a metric, over all its series with the same values of some tags
/// (section 5.3 of the paper).
///
/// @param metric its whole name
/// @param keep keys of the tags that are kept, ascending; the others are aggregated away
/// @param interval one value per this time; divides the window of a bucket
public record PreAggregation(String metric, List<String> keep, Duration interval) {
  public PreAggregation {
    keep = keep.stream().sorted().toList();
  }
}
