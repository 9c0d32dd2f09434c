package goku.integration.query;

import goku.model.Sharding;
import goku.testkit.memory.LeakCheck;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;

/// An arrangement of data, on which no answer may depend.
///
/// @param split whether the metrics move to another namespace, with more shards, in the middle of
///   the data
/// @param onDisk whether GokuL holds the older half of the data, also split
/// @param aggregates whether metrics are pre-aggregated, so that sums may come from two sources
/// @param nodes the number of nodes that share the shards
/// @param store creates the shards
record Arrangement(
    String name,
    Sharding sharding,
    boolean split,
    boolean onDisk,
    boolean aggregates,
    int nodes,
    BiFunction<LeakCheck, InstantSource, Store> store) {

  /// The first one is compared with the reference, all others with the first one.
  static final List<Arrangement> ALL =
      List.of(
          maps("one shard in maps", new Sharding(1, 1), false, 1),
          maps("16 shards in maps on three nodes", new Sharding(2, 8), false, 3),
          maps("two namespaces in maps", new Sharding(1, 3), true, 2),
          shortTerm("one shard of GokuS", new Sharding(1, 1), false, 1),
          shortTerm("16 shards of GokuS on three nodes", new Sharding(1, 16), false, 3),
          shortTerm("two namespaces of GokuS", new Sharding(2, 2), true, 2),
          finalized("one shard of GokuS, finalizing", new Sharding(1, 1), false, 1),
          finalized("16 shards of GokuS, finalizing", new Sharding(4, 4), false, 2),
          aggregated("one shard of GokuS, pre-aggregating", new Sharding(1, 1), 1),
          aggregated("8 shards of GokuS, pre-aggregating", new Sharding(2, 4), 2),
          maps("maps and disk", new Sharding(1, 3), false, 2).withDisk(),
          maps("two namespaces in maps and on disk", new Sharding(1, 2), true, 1).withDisk(),
          finalized("GokuS and disk", new Sharding(2, 2), false, 2).withDisk());

  private static Arrangement maps(String name, Sharding sharding, boolean split, int nodes) {
    return new Arrangement(
        name, sharding, split, false, false, nodes, (memory, clock) -> new MemoryStore());
  }

  private static Arrangement shortTerm(String name, Sharding sharding, boolean split, int nodes) {
    return new Arrangement(name, sharding, split, false, false, nodes, ShortTermStore::new);
  }

  private static Arrangement finalized(String name, Sharding sharding, boolean split, int nodes) {
    return new Arrangement(name, sharding, split, false, false, nodes, ShortTermStore::finalizing);
  }

  private static Arrangement aggregated(String name, Sharding sharding, int nodes) {
    return new Arrangement(name, sharding, false, false, true, nodes, ShortTermStore::aggregating);
  }

  private Arrangement withDisk() {
    return new Arrangement(name, sharding, split, true, aggregates, nodes, store);
  }

  @Override
  public String toString() {
    return name;
  }
}
