package goku.query.usage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The number of values that a tag key has in the series of a metric.
///
/// @param series the number of series with the key
/// @param values the set of values, so that parts can be merged
public record TagKeyUsage(String metric, String key, long series, ValueSet values) {
  /// Returns the sum of the parts, each key of a metric once.
  public static List<TagKeyUsage> merged(Collection<TagKeyUsage> parts) {
    record Name(String metric, String key) {}
    Map<Name, TagKeyUsage> merged = new LinkedHashMap<>();
    for (TagKeyUsage part : parts) {
      merged.merge(new Name(part.metric(), part.key()), part, TagKeyUsage::plus);
    }
    return new ArrayList<>(merged.values());
  }

  private TagKeyUsage plus(TagKeyUsage other) {
    return new TagKeyUsage(metric, key, series + other.series, values.union(other.values));
  }
}
