package goku.query.usage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How many series of a metric have a value of a tag key.
public record TagValueUsage(String value, long series) {
  /// The parts together, each value once.
  public static List<TagValueUsage> merged(Collection<TagValueUsage> parts) {
    Map<String, Long> series = new LinkedHashMap<>();
    for (TagValueUsage part : parts) {
      series.merge(part.value(), part.series(), Long::sum);
    }
    List<TagValueUsage> merged = new ArrayList<>();
    series.forEach((value, count) -> merged.add(new TagValueUsage(value, count)));
    return merged;
  }
}
