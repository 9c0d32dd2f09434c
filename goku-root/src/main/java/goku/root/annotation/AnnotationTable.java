package goku.root.annotation;

import goku.model.TimeRange;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// All annotations as far as this root has read them. Thread-safe: one thread writes, all others
/// read what it has made visible so far.
public final class AnnotationTable {
  /// Sorts behind every digit of a TSUID.
  private static final String BEHIND = "\uffff";

  private volatile ConcurrentNavigableMap<AnnotationKey, Annotation> annotations =
      new ConcurrentSkipListMap<>();

  public Optional<Annotation> get(AnnotationKey key) {
    return Optional.ofNullable(annotations.get(key));
  }

  public int size() {
    return annotations.size();
  }

  public boolean isEmpty() {
    return annotations.isEmpty();
  }

  /// The annotations of a series, or the global ones if `tsuid` is empty, that start in the range;
  /// ascending by their start.
  public List<Annotation> of(String tsuid, TimeRange range) {
    return starting(tsuid, tsuid, range).values().stream()
        .filter(annotation -> startsIn(range, annotation))
        .toList();
  }

  /// Whether a series whose TSUID begins so has an annotation that starts in the range.
  public boolean any(String tsuidPrefix, TimeRange range) {
    return starting(tsuidPrefix, tsuidPrefix + BEHIND, range).values().stream()
        .anyMatch(annotation -> startsIn(range, annotation));
  }

  private NavigableMap<AnnotationKey, Annotation> starting(
      String firstTsuid, String lastTsuid, TimeRange range) {
    long first = Math.max(1, range.startMillis() / 1000);
    long last = Math.max(first, range.endMillis() / 1000);
    return annotations.subMap(
        new AnnotationKey(firstTsuid, first), true, new AnnotationKey(lastTsuid, last), true);
  }

  private static boolean startsIn(TimeRange range, Annotation annotation) {
    return range.contains(annotation.key().startSeconds() * 1000);
  }

  /// Shows others from now on.
  void replaceBy(ConcurrentNavigableMap<AnnotationKey, Annotation> others) {
    annotations = others;
  }
}
