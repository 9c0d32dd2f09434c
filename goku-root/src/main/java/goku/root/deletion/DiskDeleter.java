package goku.root.deletion;

import goku.http.HttpError;
import goku.model.NameHash;
import goku.model.NameText;
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

/// A deleter of data on disk. Every GokuL shard that can have datapoints of a query writes the
/// delete to S3 and hides the deleted datapoints. The delete ends at `Boundary.endOfDeletes`: new
/// datapoints may still arrive for later times, and a delete on disk would remove them too.
/// Thread-safe.
///
/// @param namespaces the supplier of the current namespaces
/// @param longTerm GokuL
/// @param timeout the limit for a whole delete
record DiskDeleter(
    Supplier<Namespaces> namespaces,
    StorageNode longTerm,
    Boundary boundary,
    InstantSource clock,
    Duration timeout) {
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(ShardId shard, byte[] delete) {}

  /// Deletes the data of the queries. Returns empty if all nodes hide them, otherwise the first
  /// shard with a late node. Late nodes hide the data after they next poll S3.
  ///
  /// @throws HttpError if no node of some shard confirmed the delete
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
      long metricHash = NameHash.of(NameText.bytes(current.renames().stored(query.metric())));
      for (Namespace owner : new Owners(current, query.metric(), query.range()).all()) {
        long start = query.range().startMillis();
        long end = Math.min(query.range().endMillis(), boundary.endOfDeletes(owner) - 1);
        if (owner.disk().isPresent() && start <= end) {
          byte[] delete = DeleteBytes.of(current.renames(), query, new TimeRange(start, end));
          for (ShardId shard : owner.diskShardsOfMetric(metricHash)) {
            parts.add(new Part(shard, delete));
          }
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
          "cannot confirm the delete: no node with shard=%s on disk acknowledged it, and part of the data may be deleted; retry"
              .formatted(part.shard),
          e.toString());
    }
    if (outcome == DeleteOutcome.TOO_MANY) {
      throw new HttpError(
          503,
          "cannot delete from shard=%s: it has reached its limit of pending deletes, and %s; retry in some hours after compaction has applied some, or delete more per request"
              .formatted(
                  part.shard,
                  anyBefore ? "part of the data may be deleted" : "nothing was deleted"));
    }
    return outcome;
  }
}
