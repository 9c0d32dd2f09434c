package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.conformance.corpus.Shift;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A comparison of answers of `/api/query/last`.
final class LastComparison {
  private static final Duration RECENT = Duration.ofSeconds(3700);

  private final Shift shift;
  private final Instant now;
  private final boolean live;

  /// Creates a comparison for one case.
  ///
  /// @param live whether the datapoints were written at the time of the test
  LastComparison(Shift shift, Instant now, boolean live) {
    this.shift = shift;
    this.now = now;
    this.live = live;
  }

  void check(JsonNode want, JsonNode got) {
    Mismatch.unless(got.isArray(), "not an array: %s", got);
    List<String> wanted = points(want, Shift.NONE);
    List<String> found = points(got, shift);
    Mismatch.unless(wanted.equals(found), "last datapoints: want %s, got %s", wanted, found);
    if (live) {
      for (JsonNode point : got) {
        Instant time = Instant.ofEpochMilli(point.get("timestamp").asLong());
        Mismatch.unless(
            Duration.between(time, now).abs().compareTo(RECENT) <= 0, "%s is not now", time);
      }
    }
  }

  private List<String> points(JsonNode answer, Shift from) {
    List<String> points = new ArrayList<>();
    for (JsonNode point : answer) {
      long timestamp = live ? 0 : from.back(point.path("timestamp").asLong());
      points.add(
          "%d %s %s %s%s tsuid=%s"
              .formatted(
                  timestamp,
                  value(point.path("value")),
                  point.path("value").isTextual() ? "text" : "number",
                  point.path("metric").asText(),
                  Values.canonical(point.path("tags")),
                  !point.path("tsuid").asText().isEmpty()));
    }
    points.sort(null);
    return points;
  }

  private static String value(JsonNode value) {
    try {
      return new BigDecimal(value.asText())
          .setScale(9, RoundingMode.HALF_EVEN)
          .stripTrailingZeros()
          .toPlainString();
    } catch (NumberFormatException e) {
      return "not a number";
    }
  }
}
