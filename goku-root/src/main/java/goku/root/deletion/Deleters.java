package goku.root.deletion;

import goku.model.Namespaces;
import goku.root.planning.Boundary;
import goku.root.planning.Stores;
import goku.rpc.StorageNode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/// The factory of deleters. Stateless.
public final class Deleters {
  private Deleters() {}

  /// Returns a deleter for the data in memory and, with GokuL, on disk. It owns the log.
  ///
  /// @param namespaces the supplier of the current namespaces
  /// @param timeout the limit for each of the two stores
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
