package goku.root.annotation;

import goku.root.compacted.table.Held;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A note on a moment or a period.
///
/// @param endMillis milliseconds since the epoch; 0 for a moment or an open period
/// @param custom the client's own fields, in its order
public record Annotation(
    AnnotationKey key, long endMillis, String description, String notes, Map<String, String> custom)
    implements Held<AnnotationKey> {
  /// The objects of an annotation, and of its entry in the table.
  private static final long OBJECTS_BYTES = 400;

  /// The objects of one field of `custom`.
  private static final long FIELD_BYTES = 150;

  public Annotation {
    custom = Collections.unmodifiableMap(new LinkedHashMap<>(custom));
  }

  @Override
  public long heldBytes() {
    long texts = Held.bytes(key.tsuid()) + Held.bytes(description) + Held.bytes(notes);
    for (Map.Entry<String, String> field : custom.entrySet()) {
      texts += FIELD_BYTES + Held.bytes(field.getKey()) + Held.bytes(field.getValue());
    }
    return OBJECTS_BYTES + texts;
  }
}
