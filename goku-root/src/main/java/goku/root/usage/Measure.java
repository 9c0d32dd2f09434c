package goku.root.usage;

import goku.http.HttpError;
import java.util.Comparator;
import java.util.function.ToLongFunction;

/// What metrics are ordered by.
enum Measure {
  CARDINALITY("cardinality", WrittenMetric::series),
  DATAPOINTS("datapoints", WrittenMetric::dayPoints),
  BYTES("bytes", WrittenMetric::bytes);

  private final String text;
  private final ToLongFunction<WrittenMetric> value;

  Measure(String text, ToLongFunction<WrittenMetric> value) {
    this.text = text;
    this.value = value;
  }

  static Measure of(String text) {
    for (Measure measure : values()) {
      if (measure.text.equals(text)) {
        return measure;
      }
    }
    throw new HttpError(
        400,
        "Invalid 'by' parameter: %s; must be cardinality, datapoints or bytes".formatted(text));
  }

  /// The largest first, of equal ones the first by name.
  Comparator<WrittenMetric> descending() {
    return Comparator.comparingLong(value).reversed().thenComparing(WrittenMetric::metric);
  }

  @Override
  public String toString() {
    return text;
  }
}
