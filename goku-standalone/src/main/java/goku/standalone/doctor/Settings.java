package goku.standalone.doctor;

import goku.config.DataSize;
import goku.config.Key;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The settings of any service, found by the types and names of its keys. New settings are
/// therefore checked automatically.
final class Settings {
  private static final Set<String> OFF_HEAP = Set.of("memory", "memory-budget", "block-cache");

  /// All values by their full key, including records, in their order.
  private final Map<String, Object> values = new LinkedHashMap<>();

  Settings(Record config) {
    read(config, "");
  }

  private void read(Record config, String prefix) {
    for (RecordComponent component : config.getClass().getRecordComponents()) {
      Key key = component.getAnnotation(Key.class);
      if (key == null) {
        continue;
      }
      String name =
          prefix.isEmpty() || key.value().isEmpty()
              ? prefix + key.value()
              : prefix + "." + key.value();
      Object value = valueOf(component, config);
      if (value instanceof Record inner && !(value instanceof DataSize)) {
        // several records may have the same key
        values.put(name + "#" + inner.getClass().getSimpleName(), inner);
        read(inner, name);
      } else {
        values.put(name, value);
      }
    }
  }

  private static Object valueOf(RecordComponent component, Record config) {
    try {
      return Objects.requireNonNull(component.getAccessor().invoke(config));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("cannot read " + component, impossible);
    }
  }

  /// A port with its key and its bind address.
  record Port(String key, String bind, int port) {}

  List<Port> ports() {
    List<Port> ports = new ArrayList<>();
    values.forEach(
        (key, value) -> {
          if (value instanceof Integer port && (key.equals("port") || key.matches(".*[.-]port"))) {
            String beside = key.replaceFirst("[a-z]*-?port$", "bind");
            ports.add(new Port(key, values.getOrDefault(beside, "0.0.0.0").toString(), port));
          }
        });
    return ports;
  }

  /// Returns the directories that are written, by key.
  Map<String, Path> directories() {
    return paths(true);
  }

  /// Returns the files that are read, by key.
  Map<String, Path> files() {
    return paths(false);
  }

  private Map<String, Path> paths(boolean directories) {
    Map<String, Path> found = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          boolean directory = key.equals("data") || key.endsWith("directory");
          if (value instanceof Path path
              && !path.toString().isEmpty()
              && directory == directories) {
            found.put(key, path);
          }
        });
    return found;
  }

  /// Returns the memory in bytes that the service may use outside of the heap.
  long offHeapBytes() {
    return values.entrySet().stream()
        .filter(entry -> OFF_HEAP.contains(lastWord(entry.getKey())))
        .mapToLong(entry -> entry.getValue() instanceof DataSize size ? size.bytes() : 0)
        .sum();
  }

  /// Returns the values of a type, by key.
  <T> Map<String, T> all(Class<T> type) {
    Map<String, T> found = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          if (type.isInstance(value)) {
            found.put(key.replaceFirst("#.*", ""), type.cast(value));
          }
        });
    return found;
  }

  /// Returns the value of a key, if there is one.
  <T> Optional<T> value(String key, Class<T> type) {
    return Optional.ofNullable(values.get(key)).map(type::cast);
  }

  private static String lastWord(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}
