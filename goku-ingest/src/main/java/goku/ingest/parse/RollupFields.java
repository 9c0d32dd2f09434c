package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import goku.config.DurationText;
import goku.model.WrittenRollup;
import goku.model.WrittenRollup.Function;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The fields of a written rollup: its number, and what it is a rollup of. OpenTSDB's names of the
/// latter are `interval`, `aggregator` and `groupByAggregator`. Owned by one thread.
final class RollupFields extends ValueFields {
  private static final String FUNCTIONS =
      Arrays.stream(Function.values()).map(Function::text).collect(Collectors.joining(", "));

  private final NumberFields number = new NumberFields();
  private @Nullable String interval;
  private @Nullable String aggregator;
  private @Nullable String groupBy;

  /// The last parsed fields. Clients send many rollups of the same kind.
  private @Nullable String knownInterval;

  private @Nullable String knownAggregator;
  private @Nullable WrittenRollup known;

  @Override
  void clear() {
    number.clear();
    set(null, null, null);
  }

  @Override
  boolean has(String field) {
    return switch (field) {
      case "interval", "aggregator", "groupByAggregator" -> true;
      default -> number.has(field);
    };
  }

  @Override
  @Nullable Rejection read(JsonParser json, String field, JsonToken token, JsonText text)
      throws IOException {
    if (number.has(field)) {
      return number.read(json, field, token, text);
    }
    Rejection wrong = structure(json, field, token);
    if (wrong == null && token != JsonToken.VALUE_NULL) {
      set(field, json.getText());
    }
    return wrong;
  }

  /// Sets what a line states about its rollup; null for what is missing.
  void set(@Nullable String interval, @Nullable String aggregator, @Nullable String groupBy) {
    this.interval = interval;
    this.aggregator = aggregator;
    this.groupBy = groupBy;
  }

  private void set(String field, String text) {
    switch (field) {
      case "interval" -> interval = text;
      case "aggregator" -> aggregator = text;
      default -> groupBy = text;
    }
  }

  @Override
  @Nullable Rejection missing() {
    return number.missing();
  }

  @Override
  @Nullable Rejection finish(Datapoint into) {
    number.finish(into);
    return finishKind(into);
  }

  /// Makes a datapoint that has its number a rollup, at the beginning of its interval. Returns
  /// null, or the reason for the rejection.
  @Nullable Rejection finishKind(Datapoint into) {
    if (groupBy != null && !groupBy.isEmpty()) {
      return invalid(
          "groupByAggregator", groupBy, "pre-aggregated values are not stored; leave it out");
    }
    if (interval == null || interval.isEmpty()) {
      return new Rejection(Reason.ROLLUP_INVALID, "Missing interval");
    }
    if (aggregator == null || aggregator.isEmpty()) {
      return new Rejection(Reason.ROLLUP_INVALID, "Missing aggregator");
    }
    WrittenRollup rollup = known;
    if (rollup == null || !interval.equals(knownInterval) || !aggregator.equals(knownAggregator)) {
      long millis = millis(interval);
      if (millis <= 0) {
        return invalid("interval", interval, "wanted a number and a unit, such as 15m or 1h");
      }
      Function function = function(aggregator);
      if (function == null) {
        return invalid(
            "aggregator",
            aggregator,
            "wanted one of %s; averages are computed from sum and count".formatted(FUNCTIONS));
      }
      rollup = new WrittenRollup(millis, function);
      known = rollup;
      knownInterval = interval;
      knownAggregator = aggregator;
    }
    into.rollup = rollup;
    into.timestampMillis -= Math.floorMod(into.timestampMillis, rollup.intervalMillis());
    return null;
  }

  private static @Nullable Function function(String text) {
    for (Function function : Function.values()) {
      if (function.text().equalsIgnoreCase(text)) {
        return function;
      }
    }
    return null;
  }

  /// Returns the interval in milliseconds; 0 if the text is no duration.
  private static long millis(String text) {
    try {
      return DurationText.parse(text).toMillis();
    } catch (IllegalArgumentException invalid) {
      return 0;
    }
  }

  private static Rejection invalid(String field, String value, String wanted) {
    byte[] bytes = value.getBytes(UTF_8);
    return new Rejection(
        Reason.ROLLUP_INVALID,
        "Invalid %s (%s): %s".formatted(field, Rejection.show(bytes, 0, bytes.length), wanted));
  }
}
