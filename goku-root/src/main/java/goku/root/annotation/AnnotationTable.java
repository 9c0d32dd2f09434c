package goku.root.annotation;

import goku.model.TimeRange;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// The annotations that this root has read. Thread-safe: one thread writes, others read.
public final class AnnotationTable {
  /// A suffix that sorts after every digit of a TSUID.
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

  /// Returns the annotations that start in the range, in ascending order of start: those of a
  /// series, or the global ones if `tsuid` is empty.
  public List<Annotation> of(String tsuid, TimeRange range) {
    return starting(tsuid, tsuid, range).values().stream()
        .filter(annotation -> startsIn(range, annotation))
        .toList();
  }

  /// Returns whether a series with this TSUID prefix has an annotation that starts in the range.
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

  /// Replaces all annotations.
  void replaceBy(ConcurrentNavigableMap<AnnotationKey, Annotation> others) {
    annotations = others;
  }
}
