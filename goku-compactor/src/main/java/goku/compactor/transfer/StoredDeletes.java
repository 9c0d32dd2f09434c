package goku.compactor.transfer;

import goku.objectstore.StoredObject;
import goku.tier.Tombstone;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The deletes among listed objects. Each is read once, as its content never changes. Owned by one
/// thread.
final class StoredDeletes {
  private final Storage storage;
  private Map<String, Tombstone> known = new HashMap<>();

  StoredDeletes(Storage storage) {
    this.storage = storage;
  }

  /// @throws goku.format.FormatException when a delete is broken, or of a later version
  Collection<Tombstone> read(List<StoredObject> objects) {
    Map<String, Tombstone> found = new HashMap<>();
    for (StoredObject object : objects) {
      String key = object.key();
      Tombstone before = known.get(key);
      if (before != null) {
        found.put(key, before);
      } else if (Tombstone.shardOf(key).isPresent()) {
        // an object that is missing was removed after it was listed
        storage.get(key).ifPresent(content -> found.put(key, Tombstone.parse(content, key)));
      }
    }
    known = found;
    return found.values();
  }
}
