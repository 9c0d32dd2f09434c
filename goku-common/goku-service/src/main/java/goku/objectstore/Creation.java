package goku.objectstore;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// The identity of one call that creates an object, kept in the metadata of the object. It tells a
/// later try of the call whether an earlier one made the object.
record Creation(String id) {
  private static final String NAME = "goku-creation";

  /// Returns one that differs from all others.
  static Creation next() {
    return new Creation(UUID.randomUUID().toString());
  }

  /// Returns the metadata that callers know of.
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

  /// Tells whether this call made the object that has the metadata.
  boolean made(Map<String, String> metadata) {
    return id.equals(metadata.get(NAME));
  }
}
