package goku.root.annotation;

import goku.root.compacted.table.TableChange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A client's change of an annotation. Fields that the request omits are null. As in OpenTSDB, a
/// field with its default value (0 or an empty text) counts as omitted.
public record AnnotationChange(
    AnnotationKey key,
    @Nullable Long endMillis,
    @Nullable String description,
    @Nullable String notes,
    @Nullable Map<String, String> custom)
    implements TableChange<AnnotationKey, Annotation> {
  public AnnotationChange {
    endMillis = endMillis != null && endMillis == 0 ? null : endMillis;
    description = "".equals(description) ? null : description;
    notes = "".equals(notes) ? null : notes;
  }

  /// Returns whether the change sets no field.
  public boolean isEmpty() {
    return endMillis == null && description == null && notes == null && custom == null;
  }

  @Override
  public Annotation over(@Nullable Annotation stored, boolean replace) {
    Annotation before =
        stored == null || replace ? new Annotation(key, 0, "", "", Map.of()) : stored;
    return new Annotation(
        key,
        endMillis == null ? before.endMillis() : endMillis,
        description == null ? before.description() : description,
        notes == null ? before.notes() : notes,
        custom == null ? before.custom() : custom);
  }
}
