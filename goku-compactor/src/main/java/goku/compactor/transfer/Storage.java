package goku.compactor.transfer;

import goku.objectstore.ObjectHead;
import goku.objectstore.StoredObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The objects of one bucket of S3, with the methods of [goku.objectstore.ObjectStore] that a
/// compactor uses. Tests replace the object store by one that fails at any call. Thread-safe.
public interface Storage {
  /// Returns the name of an object for messages.
  String uri(String key);

  List<StoredObject> list(String prefix);

  Optional<byte[]> get(String key);

  Optional<ObjectHead> head(String key);

  boolean download(String key, Path file);

  void put(String key, Path file);

  void put(String key, byte[] content);

  boolean putIfAbsent(String key, Path file, Map<String, String> metadata);

  boolean putIfAbsent(String key, byte[] content);

  void delete(String key);
}
