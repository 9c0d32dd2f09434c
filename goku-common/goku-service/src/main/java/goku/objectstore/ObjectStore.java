package goku.objectstore;

import goku.telemetry.Check;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A store of objects in buckets. Every failure is an [ObjectStoreException]. Calls block.
/// Thread-safe.
public interface ObjectStore extends AutoCloseable {
  void createS3BucketIfAbsent(String s3Bucket);

  /// Writes the object and replaces an existing one.
  void put(String s3Bucket, String key, byte[] content);

  /// Writes the file as an object and replaces an existing one.
  default void put(String s3Bucket, String key, Path file) {
    put(s3Bucket, key, file, Map.of());
  }

  /// Writes the file as an object with metadata and replaces an existing one.
  void put(String s3Bucket, String key, Path file, Map<String, String> metadata);

  /// Writes the object if none exists, atomically among all clients: exactly one of several writers
  /// gets true. A writer also gets true if its first try arrived and only the answer was lost. If
  /// the service keeps no metadata, the writer gets false then. So compare the existing object
  /// before calling it foreign.
  boolean putIfAbsent(String s3Bucket, String key, byte[] content);

  default boolean putIfAbsent(String s3Bucket, String key, Path file) {
    return putIfAbsent(s3Bucket, key, file, Map.of());
  }

  /// Writes the object with metadata if none exists.
  ///
  /// @param metadata metadata that `head` returns: short ASCII, names in lower case
  boolean putIfAbsent(String s3Bucket, String key, Path file, Map<String, String> metadata);

  /// Returns the whole content of a small object; empty if there is no such object.
  Optional<byte[]> get(String s3Bucket, String key);

  /// Returns the first `limit` bytes of an object; empty if there is no such object.
  Optional<byte[]> getStart(String s3Bucket, String key, int limit);

  /// Downloads the object into the file, which appears only when it is complete. Returns false if
  /// there is no such object.
  ///
  /// @throws UncheckedIOException if the file cannot be written, as on a full disk
  boolean download(String s3Bucket, String key, Path file);

  /// Returns all objects whose key starts with the prefix, sorted by key.
  List<StoredObject> list(String s3Bucket, String prefix);

  /// Returns length and metadata of the object; empty if there is no such object.
  Optional<ObjectHead> head(String s3Bucket, String key);

  /// Returns the length of the object in bytes; empty if there is no such object.
  default OptionalLong size(String s3Bucket, String key) {
    return head(s3Bucket, key).stream().mapToLong(ObjectHead::bytes).findAny();
  }

  default boolean exists(String s3Bucket, String key) {
    return size(s3Bucket, key).isPresent();
  }

  /// Deletes the object, if it exists.
  void delete(String s3Bucket, String key);

  /// Returns whether the service answers within two seconds and accepts the credentials. Permission
  /// to list all buckets is not required, because a key may be valid for some of them only.
  Check check();

  @Override
  void close();
}
