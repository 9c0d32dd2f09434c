package goku.compactor;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.transfer.Storage;
import goku.objectstore.ObjectHead;
import goku.objectstore.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/// Objects in memory that outlive their users. A test may make any call fail before or after its
/// effect. Thread-safe.
final class MemoryStorage implements Storage {
  private static final class Stored {
    final byte[] bytes;
    final Map<String, String> metadata;

    Stored(byte[] bytes, Map<String, String> metadata) {
      this.bytes = bytes;
      this.metadata = metadata;
    }
  }

  private final NavigableMap<String, Stored> objects = new ConcurrentSkipListMap<>();
  private int calls;
  private IntConsumer before = call -> {};
  private IntConsumer after = call -> {};

  /// Returns the number of calls so far.
  int calls() {
    return calls;
  }

  /// Sets the actions before and after each call, which get its number from 0 on.
  void fault(IntConsumer before, IntConsumer after) {
    this.before = before;
    this.after = after;
    calls = 0;
  }

  void noFault() {
    fault(call -> {}, call -> {});
  }

  /// Returns all keys with their content as text.
  Map<String, String> content() {
    Map<String, String> all = new ConcurrentSkipListMap<>();
    objects.forEach((key, stored) -> all.put(key, HexFormat.of().formatHex(stored.bytes)));
    return all;
  }

  void text(String key, String text) {
    objects.put(key, stored(text.getBytes(UTF_8), Map.of()));
  }

  @Override
  public String uri(String key) {
    return "memory:" + key;
  }

  @Override
  public List<StoredObject> list(String prefix) {
    return call(
        () ->
            objects.tailMap(prefix, true).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(prefix))
                .map(
                    entry ->
                        new StoredObject(
                            entry.getKey(), entry.getValue().bytes.length, Instant.EPOCH))
                .toList());
  }

  @Override
  public Optional<byte[]> get(String key) {
    return call(() -> Optional.ofNullable(objects.get(key)).map(stored -> stored.bytes));
  }

  @Override
  public Optional<ObjectHead> head(String key) {
    return call(
        () ->
            Optional.ofNullable(objects.get(key))
                .map(stored -> new ObjectHead(stored.bytes.length, stored.metadata)));
  }

  @Override
  public boolean download(String key, Path file) {
    return call(
        () -> {
          Stored stored = objects.get(key);
          if (stored != null) {
            try {
              Files.write(file, stored.bytes);
            } catch (IOException failed) {
              throw new UncheckedIOException(failed);
            }
          }
          return stored != null;
        });
  }

  @Override
  public void put(String key, Path file) {
    var _ = call(() -> Optional.ofNullable(objects.put(key, stored(read(file), Map.of()))));
  }

  @Override
  public void put(String key, byte[] content) {
    var _ = call(() -> Optional.ofNullable(objects.put(key, stored(content, Map.of()))));
  }

  @Override
  public boolean putIfAbsent(String key, Path file, Map<String, String> metadata) {
    return call(() -> objects.putIfAbsent(key, stored(read(file), metadata)) == null);
  }

  @Override
  public boolean putIfAbsent(String key, byte[] content) {
    return call(() -> objects.putIfAbsent(key, stored(content, Map.of())) == null);
  }

  @Override
  public void delete(String key) {
    var _ = call(() -> Optional.ofNullable(objects.remove(key)));
  }

  private synchronized <T> T call(Supplier<T> request) {
    int number = calls++;
    before.accept(number);
    T answer = request.get();
    after.accept(number);
    return answer;
  }

  private static Stored stored(byte[] bytes, Map<String, String> metadata) {
    return new Stored(bytes, metadata);
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
