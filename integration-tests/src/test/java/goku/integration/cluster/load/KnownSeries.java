package goku.integration.cluster.load;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Series of one metric whose datapoints follow from a formula: host and step give the value. All
/// hosts have a datapoint at each step. Values are multiples of a half, so that their sums are
/// exact; they jump, so that no other datapoint can stand in for one that is missing.
///
/// @param startMillis the time of step 0, a multiple of the length of an interval
/// @param stepMillis between two steps
/// @param intervalSteps steps in the intervals that queries downsample to
public record KnownSeries(
    String metric, int hosts, long startMillis, long stepMillis, int intervalSteps) {
  private static final int CENTERS = 3;
  private static final int MODULUS = 10_007;

  public KnownSeries {
    if (startMillis % (stepMillis * intervalSteps) != 0) {
      throw new IllegalArgumentException("%d is not where a bucket begins".formatted(startMillis));
    }
  }

  /// The newest such series that begins before the time.
  public static KnownSeries from(
      String metric, int hosts, long timeMillis, long stepMillis, int intervalSteps) {
    long interval = stepMillis * intervalSteps;
    return new KnownSeries(
        metric, hosts, Math.floorDiv(timeMillis, interval) * interval, stepMillis, intervalSteps);
  }

  public long time(int step) {
    return startMillis + step * stepMillis;
  }

  public double value(int host, int step) {
    return (step * 7919L + host * 104_729L) % MODULUS + 0.5;
  }

  public SortedMap<String, String> tags(int host) {
    return new TreeMap<>(Map.of("host", "h" + host, "dc", center(host)));
  }

  static String center(int host) {
    return "d" + host % CENTERS;
  }

  /// Returns put lines of all hosts.
  ///
  /// @param toStep exclusive
  String lines(int fromStep, int toStep) {
    return IntStream.range(fromStep, toStep)
        .boxed()
        .flatMap(step -> IntStream.range(0, hosts).mapToObj(host -> line(host, step)))
        .collect(Collectors.joining("\n"));
  }

  /// The body of a put.
  ///
  /// @param toStep exclusive
  String json(int fromStep, int toStep) {
    return IntStream.range(fromStep, toStep)
        .boxed()
        .flatMap(step -> IntStream.range(0, hosts).mapToObj(host -> datapoint(host, step)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private String line(int host, int step) {
    return "put %s %d %s host=h%d dc=%s"
        .formatted(metric, time(step), value(host, step), host, center(host));
  }

  private String datapoint(int host, int step) {
    return "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%s,\"tags\":{\"host\":\"h%d\",\"dc\":\"%s\"}}"
        .formatted(metric, time(step), value(host, step), host, center(host));
  }
}
