package goku.integration.query;

import goku.model.Sharding;
import goku.testkit.LeakCheck;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;

/// A way to spread data, which no answer may depend on.
///
/// @param split whether the metrics move to another namespace in the middle of the data
/// @param nodes how many of them share the shards
/// @param store makes the shards
record Arrangement(
    String name,
    Sharding sharding,
    boolean split,
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
          finalized("16 shards of GokuS, finalizing", new Sharding(4, 4), false, 2));

  private static Arrangement maps(String name, Sharding sharding, boolean split, int nodes) {
    return new Arrangement(name, sharding, split, nodes, (memory, clock) -> new MemoryStore());
  }

  private static Arrangement shortTerm(String name, Sharding sharding, boolean split, int nodes) {
    return new Arrangement(name, sharding, split, nodes, ShortTermStore::new);
  }

  private static Arrangement finalized(String name, Sharding sharding, boolean split, int nodes) {
    return new Arrangement(name, sharding, split, nodes, ShortTermStore::finalizing);
  }

  @Override
  public String toString() {
    return name;
  }
}
