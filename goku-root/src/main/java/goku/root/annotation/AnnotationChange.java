package goku.root.annotation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a client wants of an annotation. Fields that it did not give are null; given as what they
/// are without being given (0, an empty text), they count as not given, as with OpenTSDB.
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

  /// Whether it asks for nothing.
  public boolean isEmpty() {
    return endSeconds == null && description == null && notes == null && custom == null;
  }

  /// The annotation with the given fields alone.
  Annotation alone() {
    return over(new Annotation(key, 0, "", "", Map.of()));
  }

  /// The annotation with the given fields instead of those that it had.
  Annotation over(Annotation stored) {
    return new Annotation(
        key,
        endSeconds == null ? stored.endSeconds() : endSeconds,
        description == null ? stored.description() : description,
        notes == null ? stored.notes() : notes,
        custom == null ? stored.custom() : custom);
  }
}
