package goku.standalone.agent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The values of one reading by series. Each series has one value, the last one added. Not
/// thread-safe.
final class Readings {
  private final Map<String, String> commonTags;
  private final Map<String, String> valuesBySeries = new LinkedHashMap<>();

  /// @param commonTags the tags of all series
  Readings(Map<String, String> commonTags) {
    this.commonTags = commonTags;
  }

  void add(String metric, long value, String... tags) {
    put(metric, Long.toString(value), tags);
  }

  /// Adds a value. NaN, which systems report for unknown values, is omitted.
  void add(String metric, double value, String... tags) {
    if (Double.isFinite(value)) {
      put(metric, Double.toString(value), tags);
    }
  }

  /// Returns lines in the form of OpenTSDB's telnet command: `put metric seconds value key=value…`.
  List<String> lines(long epochSecond) {
    return valuesBySeries.entrySet().stream()
        .map(
            entry -> {
              String series = entry.getKey();
              int blank = series.indexOf(' ');
              String metric = series.substring(0, blank);
              return "put %s %d %s%s"
                  .formatted(metric, epochSecond, entry.getValue(), series.substring(blank));
            })
        .toList();
  }

  private void put(String metric, String value, String... tags) {
    Map<String, String> all = new TreeMap<>(commonTags);
    for (int i = 0; i < tags.length; i += 2) {
      all.put(tags[i], tags[i + 1]);
    }
    var series = new StringBuilder(metric);
    all.forEach(
        (key, text) -> series.append(' ').append(clean(key)).append('=').append(clean(text)));
    valuesBySeries.put(series.toString(), value);
  }

  /// Keeps only characters that OpenTSDB accepts in names: ASCII letters, digits and `-_./`.
  private static String clean(String text) {
    return text.isEmpty() ? "_" : text.replaceAll("[^a-zA-Z0-9_./-]", "_");
  }
}
