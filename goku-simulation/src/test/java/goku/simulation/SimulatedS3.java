package goku.simulation;

import goku.objectstore.ObjectHead;
import goku.objectstore.ObjectStore;
import goku.objectstore.StoredObject;
import goku.objectstore.Unreachable;
import goku.telemetry.Check;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// S3 in memory, with one bucket. `client` gives each process its own access.
final class SimulatedS3 {
  /// An object. Its bytes change only by `flip`.
  private static final class Stored {
    final byte[] bytes;
    final Map<String, String> metadata;
    final Instant modified;

    Stored(byte[] bytes, Map<String, String> metadata, Instant modified) {
      this.bytes = bytes;
      this.metadata = metadata;
      this.modified = modified;
    }
  }

  private final TreeMap<String, Stored> objects = new TreeMap<>();
  private final LongSupplier millis;
  private final RandomGenerator random;
  private boolean away;
  private int failuresInHundred;

  SimulatedS3(LongSupplier millis, RandomGenerator random) {
    this.millis = millis;
    this.random = random;
  }

  void beAway(boolean isAway) {
    away = isAway;
  }

  void failInHundred(int failures) {
    failuresInHundred = failures;
  }

  boolean isAway() {
    return away;
  }

  List<String> keys() {
    return List.copyOf(objects.keySet());
  }

  /// Changes a bit of an object, drawn at random. Returns its offset, or -1 for an empty object.
  int flip(String key) {
    byte[] bytes = Objects.requireNonNull(objects.get(key)).bytes;
    if (bytes.length == 0) {
      return -1;
    }
    int offset = random.nextInt(bytes.length);
    bytes[offset] ^= (byte) (1 << random.nextInt(8));
    return offset;
  }

  /// Changes bits of an object.
  void flip(String key, int offset, int bits) {
    Objects.requireNonNull(objects.get(key)).bytes[offset] ^= (byte) bits;
  }

  /// Moves an object to another key.
  void rename(String key, String to) {
    objects.put(to, Objects.requireNonNull(objects.remove(key)));
  }

  /// Returns the bytes of an object.
  byte[] content(String key) {
    return Objects.requireNonNull(objects.get(key)).bytes.clone();
  }

  int size(String key) {
    return Objects.requireNonNull(objects.get(key)).bytes.length;
  }

  /// Returns the bytes of the objects whose keys begin with a text and that are no notes.
  Stream<byte[]> contents(String prefix) {
    return objects.entrySet().stream()
        .filter(object -> object.getKey().startsWith(prefix) && object.getKey().endsWith(".goku"))
        .map(object -> object.getValue().bytes);
  }

  /// Returns the bytes of the snapshots.
  List<byte[]> snapshots() {
    return objects.entrySet().stream()
        .filter(object -> object.getKey().contains("snapshot-"))
        .filter(object -> object.getKey().endsWith(".goku"))
        .map(object -> object.getValue().bytes)
        .toList();
  }

  ObjectStore client(Lifeline life) {
    return new Client(life);
  }

  private final class Client implements ObjectStore {
    private final Lifeline life;

    Client(Lifeline life) {
      this.life = life;
    }

    @Override
    public void createS3BucketIfAbsent(String s3Bucket) {}

    @Override
    public void put(String s3Bucket, String key, byte[] content) {
      request("put " + key);
      objects.put(key, stored(content, Map.of()));
      answer("put " + key);
    }

    @Override
    public void put(String s3Bucket, String key, Path file, Map<String, String> metadata) {
      request("put " + key);
      objects.put(key, stored(read(file), metadata));
      answer("put " + key);
    }

    @Override
    public boolean putIfAbsent(String s3Bucket, String key, byte[] content) {
      return create(key, content, Map.of());
    }

    @Override
    public boolean putIfAbsent(
        String s3Bucket, String key, Path file, Map<String, String> metadata) {
      return create(key, read(file), metadata);
    }

    @Override
    public Optional<byte[]> get(String s3Bucket, String key) {
      request("get " + key);
      return Optional.ofNullable(objects.get(key)).map(object -> object.bytes.clone());
    }

    @Override
    public Optional<byte[]> getStart(String s3Bucket, String key, int limit) {
      return get(s3Bucket, key).map(bytes -> Arrays.copyOf(bytes, Math.min(limit, bytes.length)));
    }

    @Override
    public boolean download(String s3Bucket, String key, Path file) {
      Optional<byte[]> content = get(s3Bucket, key);
      if (content.isEmpty()) {
        return false;
      }
      Path part = file.resolveSibling(file.getFileName() + ".part");
      try {
        Files.write(part, content.get());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        return true;
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    @Override
    public List<StoredObject> list(String s3Bucket, String prefix) {
      request("list " + prefix);
      List<StoredObject> found = new ArrayList<>();
      for (var object : objects.tailMap(prefix).entrySet()) {
        if (!object.getKey().startsWith(prefix)) {
          break;
        }
        Stored stored = object.getValue();
        found.add(new StoredObject(object.getKey(), stored.bytes.length, stored.modified));
      }
      return found;
    }

    @Override
    public Optional<ObjectHead> head(String s3Bucket, String key) {
      request("head " + key);
      return Optional.ofNullable(objects.get(key))
          .map(object -> new ObjectHead(object.bytes.length, object.metadata));
    }

    @Override
    public void delete(String s3Bucket, String key) {
      request("delete " + key);
      objects.remove(key);
      answer("delete " + key);
    }

    @Override
    public Check check() {
      return Check.ok("objectstore");
    }

    @Override
    public void close() {}

    private boolean create(String key, byte[] content, Map<String, String> metadata) {
      request("create " + key);
      if (objects.containsKey(key)) {
        return false;
      }
      objects.put(key, stored(content, metadata));
      answer("create " + key);
      return true;
    }

    private void request(String task) {
      life.operation(task);
      answer(task);
    }

    /// A request may arrive although its answer is lost.
    private void answer(String task) {
      if (away || (failuresInHundred > 0 && random.nextInt(100) < failuresInHundred)) {
        throw Unreachable.failure(task);
      }
    }

    private Stored stored(byte[] content, Map<String, String> metadata) {
      return new Stored(content.clone(), metadata, Instant.ofEpochMilli(millis.getAsLong()));
    }

    private static byte[] read(Path file) {
      try {
        return Files.readAllBytes(file);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }
}
