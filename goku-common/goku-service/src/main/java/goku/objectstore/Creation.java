package goku.objectstore;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// The identity of one call that creates an object, kept in the metadata of the object. It tells a
/// later try of the call whether an earlier one made the object.
record Creation(String id) {
  private static final String NAME = "goku-creation";

  /// Returns a new unique identity.
  static Creation next() {
    return new Creation(UUID.randomUUID().toString());
  }

  /// Returns the metadata that callers gave.
  static Map<String, String> without(Map<String, String> metadata) {
    Map<String, String> own = new HashMap<>(metadata);
    own.remove(NAME);
    return own;
  }

  Map<String, String> beside(Map<String, String> metadata) {
    Map<String, String> both = new HashMap<>(metadata);
    both.put(NAME, id);
    return both;
  }

  /// Returns whether this call created the object with the metadata.
  boolean made(Map<String, String> metadata) {
    return id.equals(metadata.get(NAME));
  }
}
