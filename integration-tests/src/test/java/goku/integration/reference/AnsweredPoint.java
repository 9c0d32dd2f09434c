package goku.integration.reference;

import org.jspecify.annotations.Nullable;

/// A point of an answer.
///
/// @param timestamp in the unit of the answer
/// @param value a `Long` where an integer is written, else a `Double`, NaN where "NaN" is written,
///   null where null is
public record AnsweredPoint(long timestamp, @Nullable Number value) {

  boolean isInfinite() {
    return value != null && Double.isInfinite(value.doubleValue());
  }
}
