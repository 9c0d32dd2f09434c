package goku.root.deletion;

import goku.model.Namespaces;
import goku.root.planning.Boundary;
import goku.root.planning.Stores;
import goku.rpc.StorageNode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/// Puts deleters together. Stateless.
public final class Deleters {
  private Deleters() {}

  /// Deletes what is in memory and, if there is a GokuL, what lies on disk. Takes over the log.
  ///
  /// @param namespaces gives those of the moment
  /// @param timeout for each of both
  public static Deleter of(
      Supplier<Namespaces> namespaces,
      Stores stores,
      DeleteLog log,
      Boundary boundary,
      InstantSource clock,
      Duration timeout) {
    var memory = new LogDeleter(namespaces, stores.shortTerm(), log, timeout);
    StorageNode disk = stores.longTerm();
    return disk == null
        ? memory
        : new WholeDeleter(new DiskDeleter(namespaces, disk, boundary, clock, timeout), memory);
  }
}
