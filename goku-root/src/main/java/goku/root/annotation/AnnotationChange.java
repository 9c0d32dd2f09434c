package goku.root.annotation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A client's change of an annotation. Fields that the request omits are null. As in OpenTSDB, a
/// field with its default value (0 or an empty text) counts as omitted.
public record AnnotationChange(
    AnnotationKey key,
    @Nullable Long endSeconds,
    @Nullable String description,
    @Nullable String notes,
    @Nullable Map<String, String> custom) {
  public AnnotationChange {
    endSeconds = endSeconds != null && endSeconds == 0 ? null : endSeconds;
    description = "".equals(description) ? null : description;
    notes = "".equals(notes) ? null : notes;
  }

  /// Returns whether the change sets no field.
  public boolean isEmpty() {
    return endSeconds == null && description == null && notes == null && custom == null;
  }

  /// Returns an annotation with only the given fields.
  Annotation alone() {
    return over(new Annotation(key, 0, "", "", Map.of()));
  }

  /// Returns the stored annotation, with the given fields replaced.
  Annotation over(Annotation stored) {
    return new Annotation(
        key,
        endSeconds == null ? stored.endSeconds() : endSeconds,
        description == null ? stored.description() : description,
        notes == null ? stored.notes() : notes,
        custom == null ? stored.custom() : custom);
  }
}
