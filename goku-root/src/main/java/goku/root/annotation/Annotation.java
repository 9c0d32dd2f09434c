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
  /// The objects of an annotation, and of its entry in the table.
  private static final long OBJECTS_BYTES = 400;

  /// The objects of one field of `custom`.
  private static final long FIELD_BYTES = 150;

  public Annotation {
    custom = Collections.unmodifiableMap(new LinkedHashMap<>(custom));
  }

  /// Returns the approximate size in bytes on the heap.
  long heldBytes() {
    long texts = bytes(key.tsuid()) + bytes(description) + bytes(notes);
    for (Map.Entry<String, String> field : custom.entrySet()) {
      texts += FIELD_BYTES + bytes(field.getKey()) + bytes(field.getValue());
    }
    return OBJECTS_BYTES + texts;
  }

  private static long bytes(String text) {
    return text.chars().allMatch(character -> character < 256)
        ? text.length()
        : (long) Character.BYTES * text.length();
  }
}
