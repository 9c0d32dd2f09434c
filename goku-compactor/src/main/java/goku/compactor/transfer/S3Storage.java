package goku.compactor.transfer;

import goku.objectstore.ObjectHead;
import goku.objectstore.ObjectStore;
import goku.objectstore.StoredObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A bucket of S3. Thread-safe.
///
/// @param store stays the caller's
public record S3Storage(ObjectStore store, String bucket) implements Storage {
  @Override
  public String uri(String key) {
    return "s3://" + bucket + "/" + key;
  }

  @Override
  public List<StoredObject> list(String prefix) {
    return store.list(bucket, prefix);
  }

  @Override
  public Optional<byte[]> get(String key) {
    return store.get(bucket, key);
  }

  @Override
  public Optional<ObjectHead> head(String key) {
    return store.head(bucket, key);
  }

  @Override
  public boolean download(String key, Path file) {
    return store.download(bucket, key, file);
  }

  @Override
  public void put(String key, Path file) {
    store.put(bucket, key, file);
  }

  @Override
  public void put(String key, byte[] content) {
    store.put(bucket, key, content);
  }

  @Override
  public boolean putIfAbsent(String key, Path file, Map<String, String> metadata) {
    return store.putIfAbsent(bucket, key, file, metadata);
  }

  @Override
  public boolean putIfAbsent(String key, byte[] content) {
    return store.putIfAbsent(bucket, key, content);
  }

  @Override
  public void delete(String key) {
    store.delete(bucket, key);
  }
}
