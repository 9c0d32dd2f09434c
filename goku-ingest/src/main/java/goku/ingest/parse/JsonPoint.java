package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A reader of one JSON object `{metric, timestamp, tags{}}` with the fields of its value, which
/// are those of a datapoint, a written rollup or a histogram. Always reads to the object's end,
/// even if the object is invalid. Numbers may be strings and strings may be numbers. Unknown fields
/// are ignored. The last occurrence of a repeated field or tag key counts. Owned by one thread.
final class JsonPoint {
  private final SeriesNameRules rules;
  private final NameBuilder names;
  private final ValueFields value;
  private final TimestampParser timestamps = new TimestampParser();
  private final JsonText text = new JsonText();
  private final Datapoint datapoint = new Datapoint();

  // the object being read
  private @Nullable Rejection rejection;
  private boolean hasMetric;
  private int metricStart;

  /// The end of the metric, 0 while there is no valid one.
  private int metricEnd;

  private boolean hasTimestamp;

  JsonPoint(SeriesNameRules rules, ValueFields value) {
    this.rules = rules;
    this.value = value;
    this.names = new NameBuilder(rules);
  }

  /// Reserves space for objects of a text of this length.
  void prepare(int textLength) {
    text.prepare(textLength);
  }

  /// Frees the space for strings, which the datapoint does not need.
  void forget() {
    text.forget();
    value.clear();
    names.begin(text.bytes());
  }

  /// Returns the datapoint of the last `read`.
  Datapoint datapoint() {
    return datapoint;
  }

  /// Reads an object after its start token. Returns null, or the reason for the rejection.
  @Nullable Rejection read(JsonParser json) throws IOException {
    rejection = null;
    hasMetric = false;
    metricEnd = 0;
    hasTimestamp = false;
    value.clear();
    text.clear();
    names.begin(text.bytes());
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      readField(json, json.currentName(), json.nextToken());
    }
    Rejection problem = rejection != null ? rejection : finish();
    return problem == null || metricEnd == 0
        ? problem
        : problem.ofMetric(Rejection.show(text.bytes(), metricStart, metricEnd));
  }

  private void readField(JsonParser json, String field, JsonToken token) throws IOException {
    switch (field) {
      case "metric" -> readMetric(json, token);
      case "timestamp" -> readTimestamp(json, token);
      case "tags" -> readTags(json, token);
      default -> {
        if (value.has(field)) {
          refuse(value.read(json, field, token, text));
        } else {
          json.skipChildren();
        }
      }
    }
  }

  private @Nullable Rejection finish() {
    if (!hasMetric) {
      return new Rejection(Reason.METRIC_EMPTY, "Metric name was empty");
    }
    if (!hasTimestamp) {
      return new Rejection(Reason.TIMESTAMP_INVALID, "Invalid timestamp: missing");
    }
    Rejection missing = value.missing();
    if (missing != null) {
      return missing;
    }
    datapoint.timestampMillis = timestamps.millis();
    Rejection problem = names.finish(datapoint);
    return problem == null ? value.finish(datapoint) : problem;
  }

  private void readMetric(JsonParser json, JsonToken token) throws IOException {
    hasMetric = isScalar(json, token, "metric");
    if (hasMetric) {
      metricStart = text.append(json);
      metricEnd = 0;
      Rejection problem =
          text.name(rules, false, Reason.METRIC_BAD_CHARACTER, () -> "metric name", metricStart);
      problem = problem == null ? names.metric(metricStart, text.end()) : problem;
      refuse(problem);
      if (problem == null) {
        metricEnd = text.end();
      }
    }
  }

  private void readTimestamp(JsonParser json, JsonToken token) throws IOException {
    hasTimestamp = isScalar(json, token, "timestamp");
    if (!hasTimestamp) {
      return;
    }
    int start = text.append(json);
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      refuse(readFraction(json, start));
    } else if (token == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      wrongType("timestamp", "a number beyond 64 bits");
    } else {
      refuse(timestamps.parse(text.bytes(), start, text.end()));
    }
  }

  /// OpenTSDB truncates the fraction, so that datapoints of one second overwrite each other. Here
  /// the fraction counts as in a text, unless strict.
  private @Nullable Rejection readFraction(JsonParser json, int start) throws IOException {
    double number = json.getDoubleValue();
    return rules.strict() || !(Math.abs(number) < TimestampParser.SECONDS_LIMIT)
        ? timestamps.ofNumber((long) number, text.bytes(), start, text.end())
        : timestamps.ofSeconds(json.getDecimalValue(), text.bytes(), start, text.end());
  }

  private void readTags(JsonParser json, JsonToken token) throws IOException {
    names.begin(text.bytes());
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    if (token != JsonToken.START_OBJECT) {
      json.skipChildren();
      wrongType("tags", token.toString());
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      int start = text.append(json);
      refuse(text.name(rules, false, Reason.TAG_BAD_CHARACTER, () -> "tag key", start));
      int equals = text.appendEquals();
      if (json.nextToken() == JsonToken.VALUE_NULL) {
        refuse(
            new Rejection(
                Reason.TAG_EMPTY,
                "Invalid %s: null".formatted(NameBuilder.valueOf(text.bytes(), start, equals))));
      } else if (isScalar(json, json.currentToken(), "a tag")) {
        int value = text.append(json);
        refuse(
            text.name(
                rules,
                true,
                Reason.TAG_BAD_CHARACTER,
                () -> NameBuilder.valueOf(text.bytes(), start, equals),
                value));
        refuse(names.tagOrReplace(start, equals, text.end()));
      }
    }
  }

  /// Returns whether the token is a value other than null. Objects and arrays are skipped and
  /// rejected.
  private boolean isScalar(JsonParser json, JsonToken token, String field) throws IOException {
    Rejection wrong = ValueFields.structure(json, field, token);
    refuse(wrong);
    return wrong == null && token != JsonToken.VALUE_NULL;
  }

  private void wrongType(String field, String found) {
    refuse(ValueFields.wrongType(field, found));
  }

  /// Keeps the first problem of an object, which is the one that is reported.
  private void refuse(@Nullable Rejection problem) {
    rejection = rejection == null ? problem : rejection;
  }
}
