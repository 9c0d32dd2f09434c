package goku.compactor.transfer;

import goku.objectstore.ObjectHead;
import goku.objectstore.StoredObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The objects of one bucket of S3, as far as a compactor uses them; the methods are those of
/// [goku.objectstore.ObjectStore], which is what is behind it but for tests that let it fail at any
/// call. Thread-safe.
public interface Storage {
  /// How an object is called in messages.
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
