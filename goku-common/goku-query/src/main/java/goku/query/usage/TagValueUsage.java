package goku.query.usage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The number of a metric's series that have a value of a tag key.
public record TagValueUsage(String value, long series) {
  /// Returns the sum of the parts, each value once.
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
