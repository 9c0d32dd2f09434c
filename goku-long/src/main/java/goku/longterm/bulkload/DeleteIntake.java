package goku.longterm.bulkload;

import goku.longterm.read.DeleteSink;
import goku.longterm.tier.ShardStore;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.query.DeleteOutcome;
import goku.tier.Tombstone;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Takes deletes of what a shard has: writes them to S3, where compactors and other replicas find
/// them, and hides what they are about. Thread-safe.
///
/// @param namespace gives it as it is at present
/// @param maxDeletes that may be in force at a time; each is looked at by queries of its metric
public record DeleteIntake(
    ObjectStore store,
    Supplier<Namespace> namespace,
    ShardStore shard,
    int maxDeletes,
    Counter refused,
    Counter maskedReads)
    implements DeleteSink {
  /// Some 10 ms for a query of a metric that has all of them.
  public static final int MAX_DELETES = 10_000;

  public static DeleteIntake of(
      ObjectStore store, Supplier<Namespace> namespace, ShardStore shard, MeterRegistry registry) {
    Counter refused =
        Counter.builder("goku.long.deletes.refused")
            .description("deletes refused, because the shard has as many in force as it takes")
            .register(registry);
    Counter masked =
        Counter.builder("goku.long.deletes.masked")
            .description("reads of buckets that still have what was deleted")
            .register(registry);
    return new DeleteIntake(store, namespace, shard, MAX_DELETES, refused, masked);
  }

  @Override
  public DeleteOutcome delete(long madeMillis, byte[] content) {
    Tombstone delete = Tombstone.of(shard.id().shard(), madeMillis, content);
    List<Tombstone> inForce = shard.deletes();
    Optional<Tombstone> same = inForce.stream().filter(delete::isSame).findFirst();
    if (same.isPresent()) {
      return DeleteOutcome.DONE;
    }
    if (inForce.size() >= maxDeletes) {
      refused.increment();
      return DeleteOutcome.TOO_MANY;
    }
    // another replica may have been first, with the same content
    store.put(namespace.get().s3Bucket(), delete.key(), content);
    shard.delete(List.of(delete));
    return DeleteOutcome.DONE;
  }

  @Override
  public void masked() {
    maskedReads.increment();
  }
}
