package goku.root;

import goku.model.Namespaces;
import goku.root.planning.StoreShard;
import goku.telemetry.Check;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// The readiness of the root. A root that has just started waits for every shard, so that its first
/// answers are complete. Later it stays ready with the shards that are served: a missing shard is
/// missing for all roots, and taking all of them out of service would stop all queries.
/// Thread-safe.
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
