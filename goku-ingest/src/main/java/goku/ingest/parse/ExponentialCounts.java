package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import goku.model.histogram.ExponentialShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.InvalidHistogramException;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The fields of a histogram with exponential ranges, under the names of OpenTelemetry's JSON:
/// `scale`, `zeroCount`, `zeroThreshold`, `positive` and `negative` with `offset` and
/// `bucketCounts`, and the statistics `count`, `sum`, `min` and `max`. Missing ones are 0, missing
/// statistics unknown. Owned by one thread.
final class ExponentialCounts {
  private static final int SUM = 0;
  private static final int MIN = 1;
  private static final int MAX = 2;

  private final JsonNumbers numbers = new JsonNumbers(false);
  private final SentHistogram sent = new SentHistogram();
  private final CountRun positive = new CountRun();
  private final CountRun negative = new CountRun();
  private final double[] statistics = new double[ExponentialShape.STATISTICS];
  private long scale;
  private long zeroCount;
  private double zeroThreshold;

  private long count;
  private boolean hasCount;
  private boolean given;
  private @Nullable Rejection problem;

  void clear() {
    positive.clear();
    negative.clear();
    scale = 0;
    zeroCount = 0;
    zeroThreshold = 0;
    hasCount = false;
    Arrays.fill(statistics, Double.NaN);
    given = false;
    problem = null;
  }

  /// Returns whether a field was read that only exponential histograms have.
  boolean isGiven() {
    return given;
  }

  static boolean has(String field) {
    return switch (field) {
      case "scale", "zeroCount", "zeroThreshold", "positive", "negative" -> true;
      case "count", "sum", "min", "max" -> true;
      default -> false;
    };
  }

  /// Reads a field. The first problem is kept for `finish`.
  void read(JsonParser json, String field, JsonToken token) throws IOException {
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    switch (field) {
      case "positive" -> readRun(json, field, token, positive);
      case "negative" -> readRun(json, field, token, negative);
      case "scale" -> scale = whole(json, field, token);
      case "zeroCount" -> zeroCount = whole(json, field, token);
      case "zeroThreshold" -> zeroThreshold = number(json, field, token);
      case "count" -> {
        count = whole(json, field, token);
        hasCount = true;
      }
      case "sum" -> statistics[SUM] = number(json, field, token);
      case "min" -> statistics[MIN] = number(json, field, token);
      default -> statistics[MAX] = number(json, field, token);
    }
    given |=
        switch (field) {
          case "count", "sum", "min", "max" -> false;
          default -> true;
        };
  }

  private long whole(JsonParser json, String field, JsonToken token) throws IOException {
    refuse(numbers.readWhole(json, field, token));
    return numbers.whole();
  }

  private double number(JsonParser json, String field, JsonToken token) throws IOException {
    refuse(numbers.readNumber(json, field, token));
    return numbers.number();
  }

  private void readRun(JsonParser json, String field, JsonToken token, CountRun run)
      throws IOException {
    run.clear();
    if (token != JsonToken.START_OBJECT) {
      json.skipChildren();
      refuse(ValueFields.wrongType(field, token.toString()));
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String member = json.currentName();
      JsonToken value = json.nextToken();
      switch (member) {
        case "offset" -> run.offset(whole(json, field + ".offset", value));
        case "bucketCounts" -> readCounts(json, field + ".bucketCounts", value, run);
        default -> json.skipChildren();
      }
    }
  }

  private void readCounts(JsonParser json, String field, JsonToken token, CountRun run)
      throws IOException {
    run.clearCounts();
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    if (token != JsonToken.START_ARRAY) {
      json.skipChildren();
      refuse(ValueFields.wrongType(field, token.toString()));
      return;
    }
    JsonToken element;
    while ((element = json.nextToken()) != JsonToken.END_ARRAY) {
      long next = whole(json, field, element);
      if (problem == null && !run.add(next)) {
        refuse(tooMany(field, "more than " + HistogramShape.MAX_SENT));
      }
    }
  }

  /// Writes the histogram into a datapoint. Returns null, or the reason for the rejection.
  @Nullable Rejection finish(Datapoint into) {
    check();
    if (problem != null) {
      return problem;
    }
    ExponentialShape shape;
    try {
      shape =
          new ExponentialShape(
              (int) scale,
              zeroThreshold + 0.0, // no negative zero
              positive.span(),
              negative.span(),
              hasStatistics());
    } catch (InvalidHistogramException | ArithmeticException beyond) {
      return SentHistogram.invalid(
          "offset",
          "positive %d, negative %d".formatted(positive.offset(), negative.offset()),
          "the ranges lie outside of those of doubles");
    }
    sent.begin(shape);
    sent.set(ExponentialShape.ZERO, zeroCount);
    set(shape.firstPositive(), positive);
    set(shape.firstNegative(), negative);
    if (shape.hasStatistics()) {
      for (int i = 0; i < statistics.length; i++) {
        sent.set(shape.counts() + i, Double.doubleToLongBits(statistics[i]));
      }
    }
    return sent.finish(into);
  }

  private void set(int first, CountRun run) {
    for (int i = 0; i < run.size(); i++) {
      sent.set(first + i, run.count(i));
    }
  }

  private boolean hasStatistics() {
    return Arrays.stream(statistics).anyMatch(one -> !Double.isNaN(one));
  }

  private void check() {
    if (scale < ExponentialShape.MIN_SCALE || scale > ExponentialShape.MAX_SCALE) {
      refuse(
          SentHistogram.invalid(
              "scale",
              Long.toString(scale),
              "must be %d to %d"
                  .formatted(ExponentialShape.MIN_SCALE, ExponentialShape.MAX_SCALE)));
    }
    if (zeroThreshold < 0) {
      refuse(
          SentHistogram.invalid(
              "zeroThreshold", Double.toString(zeroThreshold), "must be 0 or more"));
    }
    if (positive.size() + negative.size() > HistogramShape.MAX_SENT) {
      refuse(tooMany("bucketCounts", Integer.toString(positive.size() + negative.size())));
    }
    if (statistics[MIN] > statistics[MAX]) {
      refuse(
          SentHistogram.invalid(
              "min", Double.toString(statistics[MIN]), "must be at most max, " + statistics[MAX]));
    }
    checkTotal();
  }

  private void checkTotal() {
    var total = new CountTotal();
    refuse(total.add("zeroCount", zeroCount));
    checkCounts("positive.bucketCounts", positive, total);
    checkCounts("negative.bucketCounts", negative, total);
    if (hasCount && count != total.total()) {
      refuse(
          SentHistogram.invalid(
              "count",
              Long.toString(count),
              "must be the total of all counts, %d, or missing".formatted(total.total())));
    }
  }

  private void checkCounts(String field, CountRun run, CountTotal total) {
    for (int i = 0; i < run.size() && problem == null; i++) {
      refuse(total.add(field, run.count(i)));
    }
  }

  private static Rejection tooMany(String field, String found) {
    return SentHistogram.invalid(
        field, found, "maximum allowed: %d without outer zeros".formatted(HistogramShape.MAX_SENT));
  }

  private void refuse(@Nullable Rejection rejection) {
    problem = problem == null ? rejection : problem;
  }
}
