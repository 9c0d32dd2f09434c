package goku.integration.reference;

import java.util.List;

/// The functions of downsampling and of aggregation over series, by their names.
public final class Functions {
  /// All that OpenTSDB lists.
  public static final List<String> NAMES =
      List.of(
          ("sum min max avg median mult dev diff count zimsum squareSum first last mimmin mimmax"
                  + " pfsum none p50 p75 p90 p95 p99 p999 ep50r3 ep75r3 ep90r3 ep95r3 ep99r3"
                  + " ep999r3 ep50r7 ep75r7 ep90r7 ep95r7 ep99r7 ep999r7")
              .split(" ", -1));

  private Functions() {}

  /// @param weight how many datapoints the values stand for
  static double ofWeighted(String name, List<Double> values, double weight) {
    return switch (name) {
      case "avg" -> sum(values) / weight;
      case "count" -> weight;
      default -> ofDoubles(name, values);
    };
  }

  /// @param values at least one, in their order
  static double ofDoubles(String name, List<Double> values) {
    int size = values.size();
    return switch (name) {
      case "sum", "zimsum", "pfsum" -> sum(values);
      case "avg" -> sum(values) / size;
      case "min", "mimmin" -> values.stream().min(Double::compare).orElseThrow();
      case "max", "mimmax" -> values.stream().max(Double::compare).orElseThrow();
      case "count" -> size;
      case "first", "none" -> values.getFirst();
      case "last" -> values.getLast();
      case "diff" -> size == 1 ? 0 : values.getLast() - values.getFirst();
      case "mult" -> values.stream().reduce(1.0, (a, b) -> a * b);
      case "squareSum" -> sum(values.stream().map(value -> value * value).toList());
      case "dev" -> deviation(values);
      // "median is the upper of the two middle values."
      case "median" -> values.stream().sorted().toList().get(size / 2);
      default -> percentile(name, values, false);
    };
  }

  /// "Without downsampling and rate, integers stay integers: interpolated values, avg, dev and
  /// percentiles are cut towards zero." "Integer sums and products wrap at 64 bits."
  static long ofLongs(String name, List<Long> values) {
    int size = values.size();
    List<Double> doubles = values.stream().map(Long::doubleValue).toList();
    return switch (name) {
      case "sum", "zimsum", "pfsum" -> values.stream().reduce(0L, Long::sum);
      case "avg" -> values.stream().reduce(0L, Long::sum) / size;
      case "min", "mimmin" -> values.stream().min(Long::compare).orElseThrow();
      case "max", "mimmax" -> values.stream().max(Long::compare).orElseThrow();
      case "count" -> size;
      case "first", "none" -> values.getFirst();
      case "last" -> values.getLast();
      case "diff" -> size == 1 ? 0 : values.getLast() - values.getFirst();
      case "mult" -> values.stream().reduce(1L, (a, b) -> a * b);
      case "squareSum" -> values.stream().reduce(0L, (sum, value) -> sum + value * value);
      case "dev" -> (long) deviation(doubles);
      case "median" -> values.stream().sorted().toList().get(size / 2);
      default -> (long) percentile(name, doubles, true);
    };
  }

  private static double sum(List<Double> values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /// "dev is the population standard deviation (0, 0, 5 give 2.357)."
  private static double deviation(List<Double> values) {
    double mean = sum(values) / values.size();
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / values.size());
  }

  /// "pNN is at position p(n+1) of the sorted values, interpolated, ends clamped." "epNNr3 and
  /// epNNr7 use the estimation types only while all values are integers; over floats
  /// they are the same as pNN (slip)."
  private static double percentile(String name, List<Double> values, boolean integers) {
    String digits = name.replaceAll("^e?p|r[37]$", "");
    double p = Double.parseDouble("0." + digits);
    int n = values.size();
    double position = p * (n + 1);
    if (integers && name.endsWith("r3")) {
      position = Math.rint(p * n);
    } else if (integers && name.endsWith("r7")) {
      position = 1 + p * (n - 1);
    }
    List<Double> sorted = values.stream().sorted().toList();
    int below = (int) Math.floor(position);
    if (below < 1) {
      return sorted.getFirst();
    }
    if (below >= n) {
      return sorted.getLast();
    }
    double lower = sorted.get(below - 1);
    return lower + (position - below) * (sorted.get(below) - lower);
  }
}
