package goku.root.deletion;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.HttpError;
import goku.model.NameHash;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.root.planning.Boundary;
import goku.root.planning.Owners;
import goku.root.planning.SeriesQuery;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Deletes what lies on disk: every shard of GokuL that can have datapoints of a query writes the
/// delete to S3 and hides what it is about. Only what is before `Boundary.endOfDeletes`: later
/// datapoints may still come, which a delete on disk would take too. Thread-safe.
///
/// @param namespaces gives those of the moment
/// @param longTerm GokuL
/// @param timeout for a whole delete
record DiskDeleter(
    Supplier<Namespaces> namespaces,
    StorageNode longTerm,
    Boundary boundary,
    InstantSource clock,
    Duration timeout) {
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(ShardId shard, byte[] delete) {}

  /// Whether nobody sees any more what the queries are about. When not all nodes have said so, the
  /// first of their shards; they will within their next look into S3.
  ///
  /// @throws HttpError when it is not known of some shard that anybody there took it
  Optional<ShardId> delete(List<SeriesQuery> queries) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    long now = clock.millis();
    ShardId late = null;
    boolean any = false;
    for (Part part : parts(queries)) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      if (delete(part, now, left, any) == DeleteOutcome.LATE && late == null) {
        late = part.shard;
      }
      any = true;
    }
    return Optional.ofNullable(late);
  }

  private List<Part> parts(List<SeriesQuery> queries) {
    Namespaces current = namespaces.get();
    List<Part> parts = new ArrayList<>();
    for (SeriesQuery query : queries) {
      long metricHash = NameHash.of(query.metric().getBytes(UTF_8));
      for (Namespace owner : new Owners(current, query.metric(), query.range()).all()) {
        long start = query.range().startMillis();
        long end = Math.min(query.range().endMillis(), boundary.endOfDeletes(owner) - 1);
        if (owner.disk().isPresent() && start <= end) {
          byte[] delete = DeleteBytes.of(query, new TimeRange(start, end));
          owner
              .diskSharding()
              .shardsOfMetric(metricHash)
              .forEach(shard -> parts.add(new Part(owner.shard(shard), delete)));
        }
      }
    }
    return parts;
  }

  private DeleteOutcome delete(Part part, long now, Duration left, boolean anyBefore)
      throws InterruptedException {
    DeleteOutcome outcome;
    try {
      outcome = longTerm.delete(part.shard, now, part.delete, left);
    } catch (ShardUnavailableException e) {
      throw new HttpError(
          503,
          "No node that has shard %s on disk said that it took the delete, so that it may be done in part or not at all; send it again"
              .formatted(part.shard),
          e.toString());
    }
    if (outcome == DeleteOutcome.TOO_MANY) {
      throw new HttpError(
          503,
          "Shard %s has as many deletes in force as it takes, until compaction has applied some; %s. Send it again in some hours, or delete more by one request"
              .formatted(
                  part.shard, anyBefore ? "this one may be done in part" : "nothing was deleted"));
    }
    return outcome;
  }
}
