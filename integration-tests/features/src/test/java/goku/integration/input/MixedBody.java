package goku.integration.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A body of random datapoints, each good or bad in one of twelve ways.
///
/// @param good the numbers of the good datapoints
record MixedBody(List<Part> parts, Set<Integer> good) {
  /// The largest number of datapoints of a body.
  static final int MOST = 20;

  /// A datapoint in parts, each as JSON. Bytes are written as Latin-1, so that they can be no
  /// UTF-8.
  record Part(String metric, String timestamp, String value, String tags) {
    private String json(String suffix) {
      return "{\"metric\":\"%s%s\",\"timestamp\":%s%s,\"tags\":{%s}}"
          .formatted(metric, suffix, timestamp, value.isEmpty() ? "" : ",\"value\":" + value, tags);
    }

    private String line(String suffix) {
      String pairs = tags.replace("\":\"", "=").replace("\",\"", " ").replace("\"", "");
      String time = timestamp.replace("\"", "");
      return "put " + String.join(" ", metric + suffix, time, value, pairs).trim();
    }
  }

  MixedBody {
    parts = List.copyOf(parts);
    good = Set.copyOf(good);
  }

  /// Returns a body whose datapoints have the numbers from `first` on.
  ///
  /// @param startMillis the time of datapoint 0; each later one is a millisecond later
  static MixedBody of(Random random, int first, long startMillis) {
    List<Part> bad = bad(startMillis);
    List<Part> parts = new ArrayList<>();
    Set<Integer> good = new TreeSet<>();
    int count = 1 + random.nextInt(MOST);
    for (int number = first; number < first + count; number++) {
      if (random.nextBoolean()) {
        good.add(number);
        parts.add(point(Long.toString(startMillis + number), Integer.toString(number)));
      } else {
        parts.add(bad.get(random.nextInt(bad.size())));
      }
    }
    return new MixedBody(parts, good);
  }

  private static Part point(String timestamp, String value) {
    return new Part("mixed", timestamp, value, "\"a\":\"b\"");
  }

  private static List<Part> bad(long startMillis) {
    String time = Long.toString(startMillis);
    return List.of(
        point(time, "NaN"),
        point(time, "-Infinity"),
        point(time, "0x1F"),
        point(time, ""),
        new Part("mixed\u00ff", time, "1", "\"a\":\"b\""),
        new Part("mixed", time, "1", "\"a\":\"\u00c0\u00af\""),
        new Part("mixed=x", time, "1", "\"a\":\"b\""),
        new Part("mixed", time, "1", "\"a\":\"\""),
        point("1690000000", "1"),
        point("4000000000", "1"),
        point("\"yesterday\"", "1"),
        new Part("mixed", time, "1", "\"\":\"b\""));
  }

  int bad() {
    return parts.size() - good.size();
  }

  /// Returns the body as a JSON array.
  ///
  /// @param suffix the end of the metric
  String array(String suffix) {
    return parts.stream()
        .map(part -> part.json(suffix))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /// Returns the body as JSON values, one per line.
  String values(String suffix) {
    return parts.stream().map(part -> part.json(suffix)).collect(Collectors.joining("\n"));
  }

  /// Returns the body as put lines.
  String lines(String suffix) {
    return parts.stream().map(part -> part.line(suffix)).collect(Collectors.joining("\n"));
  }
}
