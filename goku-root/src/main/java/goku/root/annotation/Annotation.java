package goku.root.annotation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A note on a moment or a period.
///
/// @param endSeconds seconds since the epoch; 0 for a moment or an open period
/// @param custom the client's own fields, in its order
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
