package goku.root.annotation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A note on a moment or on a time with an end.
///
/// @param endSeconds since the epoch; 0 for a moment, or for what has not ended
/// @param custom further fields of the client's own, in its order
public record Annotation(
    AnnotationKey key,
    long endSeconds,
    String description,
    String notes,
    Map<String, String> custom) {
  public Annotation {
    custom = Collections.unmodifiableMap(new LinkedHashMap<>(custom));
  }
}
