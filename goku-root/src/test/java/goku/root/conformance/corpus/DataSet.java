package goku.root.conformance.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/// The datapoints of the recording, in the order in which they were written. The last ones
/// overwrite some of the first.
public final class DataSet {
  private DataSet() {}

  /// A datapoint.
  ///
  /// @param timestamp the written timestamp in seconds or milliseconds
  /// @param value the written text, which distinguishes integers from floating-point numbers
  public record Point(String metric, Map<String, String> tags, long timestamp, String value) {
    public Point {
      tags = Map.copyOf(tags);
    }

    /// Returns the datapoint as `/api/put` takes it.
    public ObjectNode json() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("metric", metric);
      json.put("timestamp", timestamp);
      json.putRawValue("value", new RawValue(value));
      ObjectNode tagged = json.putObject("tags");
      tags.forEach(tagged::put);
      return json;
    }

    /// Returns `metric{key=value,..}` with all tags, ascending by key.
    public String series() {
      return metric
          + new TreeMap<>(tags)
              .entrySet().stream()
                  .map(tag -> tag.getKey() + "=" + tag.getValue())
                  .collect(Collectors.joining(",", "{", "}"));
    }

    public long timestampMillis() {
      return timestamp < 100_000_000_000L ? timestamp * 1000 : timestamp;
    }
  }

  public static List<Point> points(Shift shift) {
    try (var in = Corpus.open("dataset.txt.gz");
        var lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(in), UTF_8))) {
      List<Point> points = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        points.add(point(line.split(" ", -1), shift));
      }
      return points;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Parses the words `metric timestamp value key=value..`.
  private static Point point(String[] words, Shift shift) {
    Map<String, String> tags = new LinkedHashMap<>();
    for (int i = 3; i < words.length; i++) {
      String[] tag = words[i].split("=", 2);
      tags.put(tag[0], tag[1]);
    }
    return new Point(words[0], tags, shift.moved(Long.parseLong(words[1])), words[2]);
  }
}
