package goku.root.compacted.table;

import goku.telemetry.Check;

/// A table with its reader and its writer. `start` and `close` are called once, by one thread. All
/// else is thread-safe.
public interface TableStore<K extends Comparable<K>, V extends Held<K>> extends AutoCloseable {
  /// Starts to read the topic.
  void start();

  HeldTable<K, V> table();

  TableWriter<K, V> writer();

  /// Returns whether all values have been read once. They stay available if Kafka fails later.
  Check check();

  @Override
  void close();
}
