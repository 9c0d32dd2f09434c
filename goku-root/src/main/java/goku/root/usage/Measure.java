package goku.root.usage;

import goku.http.HttpError;
import java.util.Comparator;

/// The orders of metrics by usage.
enum Measure {
  CARDINALITY("cardinality"),
  DATAPOINTS("datapoints"),
  BYTES("bytes");

  private final String text;

  Measure(String text) {
    this.text = text;
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

  /// Returns an order with the largest first. Ties are ordered by name.
  Comparator<WrittenMetric> descending() {
    return Comparator.<WrittenMetric>comparingLong(this::valueOf)
        .reversed()
        .thenComparing(WrittenMetric::metric);
  }

  private long valueOf(WrittenMetric metric) {
    return switch (this) {
      case CARDINALITY -> metric.series();
      case DATAPOINTS -> metric.dayPoints();
      case BYTES -> metric.bytes();
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
