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
/// @param store object store, closed by the caller
public record S3Storage(ObjectStore store, String s3Bucket) implements Storage {
  @Override
  public String uri(String key) {
    return "s3://" + s3Bucket + "/" + key;
  }

  @Override
  public List<StoredObject> list(String prefix) {
    return store.list(s3Bucket, prefix);
  }

  @Override
  public Optional<byte[]> get(String key) {
    return store.get(s3Bucket, key);
  }

  @Override
  public Optional<ObjectHead> head(String key) {
    return store.head(s3Bucket, key);
  }

  @Override
  public boolean download(String key, Path file) {
    return store.download(s3Bucket, key, file);
  }

  @Override
  public void put(String key, Path file) {
    store.put(s3Bucket, key, file);
  }

  @Override
  public void put(String key, byte[] content) {
    store.put(s3Bucket, key, content);
  }

  @Override
  public boolean putIfAbsent(String key, Path file, Map<String, String> metadata) {
    return store.putIfAbsent(s3Bucket, key, file, metadata);
  }

  @Override
  public boolean putIfAbsent(String key, byte[] content) {
    return store.putIfAbsent(s3Bucket, key, content);
  }

  @Override
  public void delete(String key) {
    store.delete(s3Bucket, key);
  }
}
