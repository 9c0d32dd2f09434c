package goku.root.annotation;

import java.util.Comparator;

/// The key of an annotation. A series has at most one annotation per millisecond.
///
/// @param tsuid the TSUID of the series in upper case; empty for a global annotation
/// @param startMillis milliseconds since the epoch
public record AnnotationKey(String tsuid, long startMillis) implements Comparable<AnnotationKey> {
  private static final Comparator<AnnotationKey> BY_SERIES_THEN_TIME =
      Comparator.comparing(AnnotationKey::tsuid).thenComparingLong(AnnotationKey::startMillis);

  public AnnotationKey {
    if (startMillis < 1) {
      throw new IllegalArgumentException(
          "startTime is %d ms, it must lie after the epoch".formatted(startMillis));
    }
  }

  @Override
  public int compareTo(AnnotationKey other) {
    return BY_SERIES_THEN_TIME.compare(this, other);
  }
}
