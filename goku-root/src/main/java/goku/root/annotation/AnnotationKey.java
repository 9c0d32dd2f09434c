package goku.root.annotation;

import java.util.Comparator;

/// The key of an annotation. A series has at most one annotation per second.
///
/// @param tsuid the TSUID of the series in upper case; empty for a global annotation
/// @param startSeconds seconds since the epoch
public record AnnotationKey(String tsuid, long startSeconds) implements Comparable<AnnotationKey> {
  private static final Comparator<AnnotationKey> BY_SERIES_THEN_TIME =
      Comparator.comparing(AnnotationKey::tsuid).thenComparingLong(AnnotationKey::startSeconds);

  public AnnotationKey {
    if (startSeconds < 1) {
      throw new IllegalArgumentException(
          "startTime is %d, it must be at least 1 second after the epoch".formatted(startSeconds));
    }
  }

  @Override
  public int compareTo(AnnotationKey other) {
    return BY_SERIES_THEN_TIME.compare(this, other);
  }
}
