package goku.standalone.namespaces;

import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreException;
import goku.objectstore.StoredObject;
import goku.tier.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The objects of a namespace in S3. Objects that Goku did not write stay: a bucket may have
/// others.
record NamespaceObjects(ObjectStore store) {
  /// The places of all objects that Goku writes, see `goku.tier`.
  private static final List<String> PREFIXES =
      List.of("short/", "shuffled/", "long/", "top/", Retention.KEY);

  /// The number of deletes at a time, few enough for any S3.
  private static final int THREADS = 16;

  /// The content of a bucket.
  ///
  /// @param keys the keys of the namespace's objects
  /// @param bytes their size
  /// @param others the number of objects that Goku did not write
  record Found(List<String> keys, long bytes, int others) {}

  /// Returns the objects of a namespace; none if its bucket does not exist.
  ///
  /// @throws ObjectStoreException if S3 cannot be listed
  Found find(Namespace namespace) {
    List<StoredObject> all = list(namespace);
    List<StoredObject> ours = all.stream().filter(NamespaceObjects::isOurs).toList();
    return new Found(
        ours.stream().map(StoredObject::key).toList(),
        ours.stream().mapToLong(StoredObject::bytes).sum(),
        all.size() - ours.size());
  }

  private List<StoredObject> list(Namespace namespace) {
    try {
      return store.list(namespace.s3Bucket(), "");
    } catch (ObjectStoreException failed) {
      if (failed.kind() == ObjectStoreException.Kind.NO_SUCH_BUCKET) {
        return List.of();
      }
      throw failed;
    }
  }

  private static boolean isOurs(StoredObject object) {
    return PREFIXES.stream().anyMatch(object.key()::startsWith);
  }

  /// Deletes the objects.
  ///
  /// @throws ObjectStoreException if one cannot be deleted; others may have been
  void delete(Namespace namespace, List<String> keys) throws InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> deletes = new ArrayList<>();
      for (String key : keys) {
        deletes.add(threads.submit(() -> store.delete(namespace.s3Bucket(), key)));
      }
      for (Future<?> delete : deletes) {
        var _ = delete.get();
      }
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof ObjectStoreException said
          ? said
          : new IllegalStateException(failed);
    }
  }
}
