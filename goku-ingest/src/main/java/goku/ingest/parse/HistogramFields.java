package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The fields of a histogram in one of three forms: OpenTSDB's `buckets`, `underflow` and
/// `overflow`, its `id` and `value`, or those of `ExponentialCounts`. Like OpenTSDB, it ignores
/// buckets beside a value. Strict objects have no exponential ranges. Owned by one thread.
final class HistogramFields extends ValueFields {
  private static final byte[] NOTHING = {};

  private final boolean strict;
  private final JsonNumbers numbers;
  private final EncodedHistogram encoded;

  /// The fields `buckets`, `underflow` and `overflow`.
  private final FixedRanges ranges;

  private final FixedRanges decoded;
  private final ExponentialCounts exponential = new ExponentialCounts();

  // the object being read
  private long id;
  private byte[] value = NOTHING;
  private int valueStart;
  private int valueEnd;

  /// @param id the id of histograms that are sent encoded
  HistogramFields(boolean strict, int id) {
    this.strict = strict;
    numbers = new JsonNumbers(strict);
    encoded = new EncodedHistogram(strict, id);
    ranges = new FixedRanges(strict);
    decoded = new FixedRanges(strict);
  }

  @Override
  void clear() {
    ranges.clear();
    exponential.clear();
    id = 0;
    value = NOTHING;
    valueStart = 0;
    valueEnd = 0;
  }

  @Override
  boolean has(String field) {
    return switch (field) {
      case "buckets", "underflow", "overflow", "id", "value" -> true;
      default -> !strict && ExponentialCounts.has(field);
    };
  }

  @Override
  @Nullable Rejection read(JsonParser json, String field, JsonToken token, JsonText text)
      throws IOException {
    return switch (field) {
      case "buckets" -> readBuckets(json, token);
      case "value" -> readValue(json, token, text);
      case "underflow", "overflow", "id" -> readNumber(json, field, token);
      default -> {
        exponential.read(json, field, token);
        yield null;
      }
    };
  }

  private @Nullable Rejection readNumber(JsonParser json, String field, JsonToken token)
      throws IOException {
    Rejection wrong = numbers.readWhole(json, field, token);
    long number = numbers.whole();
    switch (field) {
      case "underflow" -> ranges.underflow(number);
      case "overflow" -> ranges.overflow(number);
      default -> id = number;
    }
    return wrong;
  }

  private @Nullable Rejection readBuckets(JsonParser json, JsonToken token) throws IOException {
    ranges.clearRanges();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.START_OBJECT) {
      json.skipChildren();
      return wrongType("buckets", token.toString());
    }
    Rejection wrong = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String bounds = json.currentName();
      Rejection wrongCount = numbers.readWhole(json, bounds, json.nextToken());
      wrong = wrong == null ? wrongCount : wrong;
      ranges.add(bounds, numbers.whole());
    }
    return wrong;
  }

  private @Nullable Rejection readValue(JsonParser json, JsonToken token, JsonText text)
      throws IOException {
    valueStart = 0;
    valueEnd = 0;
    Rejection wrong = structure(json, "value", token);
    if (wrong == null && token != JsonToken.VALUE_NULL) {
      valueStart = text.append(json);
      valueEnd = text.end();
      value = text.bytes();
    }
    return wrong;
  }

  @Override
  @Nullable Rejection missing() {
    return null; // OpenTSDB checks the names first
  }

  @Override
  @Nullable Rejection finish(Datapoint into) {
    if (exponential.isGiven()) {
      return valueEnd == valueStart && ranges.isEmpty()
          ? exponential.finish(into)
          : new Rejection(
              Reason.HISTOGRAM_INVALID,
              "Invalid histogram: has scale, zeroCount, positive or negative, and buckets or"
                  + " value");
    }
    if (valueEnd > valueStart) {
      return finishEncoded(into);
    }
    return ranges.isEmpty()
        ? new Rejection(
            Reason.HISTOGRAM_INVALID,
            "Histogram buckets cannot be null or empty if 'value' is empty.")
        : ranges.finish(into);
  }

  private @Nullable Rejection finishEncoded(Datapoint into) {
    decoded.clear();
    Rejection wrong = encoded.checkId(id);
    wrong = wrong == null ? encoded.read(value, valueStart, valueEnd, decoded) : wrong;
    return wrong == null ? decoded.finish(into) : wrong;
  }
}
