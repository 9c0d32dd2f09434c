package goku.root.expression;

import goku.model.Tag;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/// The factory of series for tests.
public final class SeriesExamples {
  private SeriesExamples() {}

  /// Returns a series with tags.
  ///
  /// @param tags `key=value` pairs separated by commas; a key without value is an aggregated tag
  public static Series series(String metric, String tags, SeriesPoints points) {
    List<String> words =
        Arrays.stream(tags.split(",", -1)).filter(word -> !word.isEmpty()).toList();
    return new Series(
        new TreeSet<>(List.of(metric)),
        words.stream()
            .filter(word -> word.contains("="))
            .map(word -> new Tag(word.split("=", 2)[0], word.split("=", 2)[1]))
            .sorted()
            .toList(),
        new TreeSet<>(words.stream().filter(word -> !word.contains("=")).toList()),
        List.of(new Series.Origin(0, List.of())),
        points);
  }

  /// Returns values at the milliseconds 1000, 2000, ..
  public static SeriesPoints points(double... values) {
    return pointsFrom(1000, values);
  }

  public static SeriesPoints pointsFrom(long start, double... values) {
    long[] timestamps = new long[values.length];
    Arrays.setAll(timestamps, i -> start + i * 1000L);
    return new SeriesPoints(timestamps, values);
  }
}
