package goku.root.annotation;

import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Annotations in the order of their keys, with their memory. One thread writes, others read.
final class Annotations {
  private final ConcurrentNavigableMap<AnnotationKey, Annotation> byKey =
      new ConcurrentSkipListMap<>();
  private final AtomicLong bytes = new AtomicLong();

  /// Adds an annotation, or replaces the one of its key.
  ///
  /// @throws IllegalArgumentException if all annotations together would need more than `maxBytes`
  void put(Annotation annotation, long maxBytes) {
    long more = annotation.heldBytes() - heldBytes(byKey.get(annotation.key()));
    if (more > 0 && bytes.get() + more > maxBytes) {
      throw new IllegalArgumentException(
          "annotations use %d of %d bytes of memory; delete some, or raise the heap (GOKU_HEAP)"
              .formatted(bytes.get(), maxBytes));
    }
    byKey.put(annotation.key(), annotation);
    bytes.addAndGet(more);
  }

  void remove(AnnotationKey key) {
    bytes.addAndGet(-heldBytes(byKey.remove(key)));
  }

  ConcurrentNavigableMap<AnnotationKey, Annotation> byKey() {
    return byKey;
  }

  long bytes() {
    return bytes.get();
  }

  private static long heldBytes(@Nullable Annotation annotation) {
    return annotation == null ? 0 : annotation.heldBytes();
  }
}
