package goku.root.metadata;

import goku.root.compacted.table.TableChange;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A client's change of metadata.
///
/// @param name the name of the UID; empty for a series
/// @param fields the stored form of the fields that the change sets
/// @param custom null if omitted
public record MetadataChange(
    MetadataKey key,
    String name,
    Map<MetadataField, String> fields,
    @Nullable Map<String, String> custom)
    implements TableChange<MetadataKey, Metadata> {
  public MetadataChange {
    Map<MetadataField, String> kept = new EnumMap<>(MetadataField.class);
    kept.putAll(fields);
    fields = Collections.unmodifiableMap(kept);
  }

  @Override
  public Metadata over(@Nullable Metadata stored, boolean replace) {
    Metadata before = stored == null ? Metadata.none(key, name) : stored;
    Map<MetadataField, String> after = new EnumMap<>(MetadataField.class);
    if (!replace) {
      after.putAll(before.fields());
    }
    after.putAll(fields);
    after.put(MetadataField.CREATED, Long.toString(created(before.created())));
    return new Metadata(key, name, after, custom == null && !replace ? before.custom() : custom);
  }

  /// Returns the earlier time, as OpenTSDB does, also if all fields are replaced.
  private long created(long before) {
    long given = Long.parseLong(fields.getOrDefault(MetadataField.CREATED, "0"));
    return before > 0 && (before < given || given == 0) ? before : given;
  }
}
