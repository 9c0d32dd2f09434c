package goku.root.metadata;

import goku.root.compacted.table.Held;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The description of a name or of a series.
///
/// @param name the name of the UID; empty for a series
/// @param fields the stored form of the fields that are not their default
/// @param custom the client's own fields, in its order; null if it never wrote any
public record Metadata(
    MetadataKey key,
    String name,
    Map<MetadataField, String> fields,
    @Nullable Map<String, String> custom)
    implements Held<MetadataKey> {
  /// The objects of metadata, and of their entry in the table.
  private static final long OBJECTS_BYTES = 400;

  /// The objects of one field.
  private static final long FIELD_BYTES = 150;

  public Metadata {
    Map<MetadataField, String> kept = new EnumMap<>(MetadataField.class);
    kept.putAll(fields);
    kept.entrySet().removeIf(field -> field.getValue().equals(field.getKey().byDefault()));
    fields = Collections.unmodifiableMap(kept);
    custom = custom == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(custom));
  }

  /// Returns the metadata that nobody has written.
  public static Metadata none(MetadataKey key, String name) {
    return new Metadata(key, name, Map.of(), null);
  }

  /// Returns the stored form of a field.
  public String get(MetadataField field) {
    return fields.getOrDefault(field, field.byDefault());
  }

  long created() {
    return Long.parseLong(get(MetadataField.CREATED));
  }

  @Override
  public long heldBytes() {
    long bytes = OBJECTS_BYTES + Held.bytes(key.identifier()) + Held.bytes(name);
    for (String value : fields.values()) {
      bytes += FIELD_BYTES + Held.bytes(value);
    }
    if (custom != null) {
      for (Map.Entry<String, String> field : custom.entrySet()) {
        bytes += FIELD_BYTES + Held.bytes(field.getKey()) + Held.bytes(field.getValue());
      }
    }
    return bytes;
  }
}
