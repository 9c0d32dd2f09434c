package goku.standalone.bench.devops;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/// A field of a host, which is a metric, and its random walk.
///
/// @param whole whether values are integers
/// @param mean the mean of a step
/// @param deviation the standard deviation of a step
/// @param least, greatest the bounds of the walk
/// @param start the first value, to which a random part up to `spread` is added
public record Field(
    String metric,
    boolean whole,
    double mean,
    double deviation,
    double least,
    double greatest,
    double start,
    double spread) {
  private static final String RESOURCE = "fields.csv";

  /// Returns all fields of a host, in the order of reports.
  public static List<Field> all() {
    var resource = Objects.requireNonNull(Field.class.getResourceAsStream(RESOURCE));
    try (var lines = new BufferedReader(new InputStreamReader(resource, UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).map(Field::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the field's measurement: the metric's first word.
  public String measurement() {
    return metric.substring(0, metric.indexOf('.'));
  }

  /// Returns the part after the measurement.
  public String name() {
    return metric.substring(metric.indexOf('.') + 1);
  }

  private static Field parse(String line) {
    String[] columns = line.split(",", -1);
    return new Field(
        columns[0],
        columns[1].equals("integer"),
        Double.parseDouble(columns[2]),
        Double.parseDouble(columns[3]),
        Double.parseDouble(columns[4]),
        Double.parseDouble(columns[5]),
        Double.parseDouble(columns[6]),
        Double.parseDouble(columns[7]));
  }

  double first(RandomGenerator random) {
    return start + spread * random.nextDouble();
  }

  double next(double value, RandomGenerator random) {
    double step = deviation == 0 ? mean : mean + deviation * random.nextGaussian();
    return Math.clamp(value + step, least, greatest);
  }
}
