package goku.root;

import goku.model.Namespaces;
import goku.root.planning.StoreShard;
import goku.telemetry.Check;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// Whether the root can answer. A root that has just started waits for every shard, so that its
/// first answers are whole. One that has been up goes on with the shards there are: were it taken
/// out of service for one of them, all roots would be, and nothing could be asked. Thread-safe.
final class ServedShards {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final StoreReplicas storage;
  private final Supplier<Namespaces> namespaces;
  private final InstantSource clock;
  private final Instant began;
  private volatile boolean wereAllServed;

  ServedShards(StoreReplicas storage, Supplier<Namespaces> namespaces, InstantSource clock) {
    this.storage = storage;
    this.namespaces = namespaces;
    this.clock = clock;
    began = clock.instant();
  }

  Check check() {
    Namespaces now = namespaces.get();
    List<StoreShard> missing = storage.missing(now).toList();
    if (missing.isEmpty()) {
      wereAllServed = true;
      return Check.ok("root");
    }
    long shards = storage.shards(now).count();
    boolean waits = !wereAllServed && clock.instant().isBefore(began.plus(PATIENCE));
    return waits || missing.size() == shards
        ? Check.failed(
            "root",
            "%d of %d shards are served by no node, for example %s"
                .formatted(missing.size(), shards, missing.getFirst()))
        : Check.ok("root");
  }
}
