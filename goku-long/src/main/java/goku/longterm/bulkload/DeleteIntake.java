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

/// The receiver of deletes of a shard's data. It writes them to S3, where compactors and other
/// replicas find them, and hides the deleted data. Thread-safe.
///
/// @param namespace gives the current namespace
/// @param maxDeletes limit of deletes in force; queries of a metric check each of its deletes
public record DeleteIntake(
    ObjectStore store,
    Supplier<Namespace> namespace,
    ShardStore shard,
    int maxDeletes,
    Counter refused,
    Counter maskedReads)
    implements DeleteSink {
  /// The limit of deletes in force. They cost about 10 ms if all are of the metric of a query.
  public static final int MAX_DELETES = 10_000;

  public static DeleteIntake of(
      ObjectStore store, Supplier<Namespace> namespace, ShardStore shard, MeterRegistry registry) {
    Counter refused =
        Counter.builder("goku.long.deletes.refused")
            .description(
                "deletes refused because the shard has reached its limit of deletes in force")
            .register(registry);
    Counter masked =
        Counter.builder("goku.long.deletes.masked")
            .description("reads of buckets that still contain deleted datapoints")
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
