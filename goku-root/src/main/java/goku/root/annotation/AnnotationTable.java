package goku.root.annotation;

import goku.model.TimeRange;
import goku.root.compacted.table.HeldTable;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/// The annotations that this root has read. Thread-safe: one thread writes, others read.
public final class AnnotationTable {
  /// A suffix that sorts after every digit of a TSUID.
  private static final String BEHIND = "\uffff";

  /// The part of the heap for annotations.
  private static final int HEAP_PART = 16;

  private final HeldTable<AnnotationKey, Annotation> held;

  /// Creates an empty table for a sixteenth of the heap.
  public AnnotationTable() {
    this(Runtime.getRuntime().maxMemory() / HEAP_PART);
  }

  AnnotationTable(long maxBytes) {
    held = new HeldTable<>(maxBytes);
  }

  HeldTable<AnnotationKey, Annotation> held() {
    return held;
  }

  public Optional<Annotation> get(AnnotationKey key) {
    return held.get(key);
  }

  public int size() {
    return held.size();
  }

  public boolean isEmpty() {
    return held.size() == 0;
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
    long first = Math.max(1, range.startMillis());
    long last = Math.max(first, range.endMillis());
    return held.between(new AnnotationKey(firstTsuid, first), new AnnotationKey(lastTsuid, last));
  }

  private static boolean startsIn(TimeRange range, Annotation annotation) {
    return range.contains(annotation.key().startMillis());
  }
}
