package goku.benchmark.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The metrics of one agent with their own tags, without the tags that the agent adds to all its
/// series. Immutable.
///
/// No component is shorter than 8 bytes, as in section 6.1 of the Goku paper. Shorter ones get a
/// prefix, as from exporters.
public record NameShapes(List<Shape> shapes) {
  /// A metric and the tags that tell its series on one host apart.
  public record Shape(String metric, Map<String, String> tags) {}

  private static final int MIN_COMPONENT = 8;

  /// Labels that name the target of a scrape; the tags of the host take their place.
  private static final Set<String> TARGET = Set.of("instance", "job");

  /// The label sets of all `.jsonl` files of a directory: one flat object a line, in which
  /// `__name__` is the metric.
  public static NameShapes read(Path directory) throws IOException {
    var json = new ObjectMapper();
    var type = new TypeReference<Map<String, String>>() {};
    Set<Shape> distinct = new LinkedHashSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
        for (String line : Files.readAllLines(file, UTF_8)) {
          distinct.add(shape(json.readValue(line, type)));
        }
      }
    }
    return new NameShapes(List.copyOf(distinct));
  }

  /// Shapes for when there are no files: most metrics have one series a host, some have dozens.
  public static NameShapes builtIn() {
    List<Shape> shapes = new ArrayList<>();
    for (int metric = 0; metric < 900; metric++) {
      String name = "subsystem%d_operations_%d_total".formatted(metric % 37, metric);
      int states = metric % 10 == 0 ? 40 : 1 + metric % 3;
      for (int state = 0; state < states; state++) {
        shapes.add(
            new Shape(
                name,
                states == 1
                    ? Map.of()
                    : Map.of(
                        "unit_name", "unit-%d.service".formatted(state / 5),
                        "unit_state", "state-%d".formatted(state % 5))));
      }
    }
    return new NameShapes(shapes);
  }

  /// Returns the shapes with at most this number of tags.
  List<Shape> withAtMost(int tags) {
    return shapes.stream().filter(shape -> shape.tags.size() <= tags).toList();
  }

  private static Shape shape(Map<String, String> labels) {
    String metric = labels.getOrDefault("__name__", "");
    Map<String, String> tags = new TreeMap<>();
    labels.forEach(
        (key, value) -> {
          if (!key.equals("__name__") && !TARGET.contains(key)) {
            boolean isShort = key.length() + 1 + value.length() < MIN_COMPONENT;
            tags.put(isShort ? "exported_" + key : key, value.replace(' ', '_'));
          }
        });
    return new Shape(metric.length() < MIN_COMPONENT ? "exported_" + metric : metric, tags);
  }
}
