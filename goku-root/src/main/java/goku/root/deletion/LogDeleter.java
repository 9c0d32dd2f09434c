package goku.root.deletion;

import goku.http.HttpError;
import goku.kafka.SendFailure;
import goku.model.NameHash;
import goku.model.NameText;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.root.planning.Owners;
import goku.root.planning.SeriesQuery;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/// A deleter that writes to the log. It appends one record for each shard that can have datapoints
/// of a query, to the topic that the shard consumes. Every replica and every replay therefore apply
/// the same deletes. It then waits until the serving nodes have applied them. Data on disk are not
/// deleted. Thread-safe.
final class LogDeleter implements Deleter {
  private final Supplier<Namespaces> namespaces;
  private final StorageNode shortTerm;
  private final DeleteLog log;
  private final Duration timeout;

  private record Sent(ShardId shard, Future<RecordMetadata> acknowledgement) {}

  private record Written(ShardId shard, long offset) {}

  /// Creates a deleter that owns the log.
  ///
  /// @param namespaces the supplier of the current namespaces
  /// @param shortTerm GokuS
  /// @param timeout the limit for a whole delete
  LogDeleter(
      Supplier<Namespaces> namespaces, StorageNode shortTerm, DeleteLog log, Duration timeout) {
    this.namespaces = namespaces;
    this.shortTerm = shortTerm;
    this.log = log;
    this.timeout = timeout;
  }

  @Override
  public void requireAllowed() {}

  @Override
  public void delete(List<SeriesQuery> queries) throws InterruptedException {
    Namespaces now = namespaces.get();
    long deadline = System.nanoTime() + timeout.toNanos();
    List<Sent> sent = new ArrayList<>();
    try {
      for (SeriesQuery query : queries) {
        send(now, query, sent);
      }
    } catch (KafkaException e) {
      throw notWritten(e);
    }
    for (Written written : acknowledged(sent, deadline)) {
      await(written, deadline);
    }
  }

  private void send(Namespaces now, SeriesQuery query, List<Sent> sent) {
    byte[] bytes = DeleteBytes.of(now.renames(), query, query.range());
    long metricHash = NameHash.of(NameText.bytes(now.renames().stored(query.metric())));
    for (Namespace namespace : new Owners(now, query.metric(), query.range()).all()) {
      for (ShardId shard : namespace.shardsOfMetric(metricHash)) {
        sent.add(new Sent(shard, log.append(namespace.kafkaTopic(), shard.shard(), bytes)));
      }
    }
  }

  private static List<Written> acknowledged(List<Sent> sent, long deadline)
      throws InterruptedException {
    List<Written> written = new ArrayList<>();
    for (Sent one : sent) {
      try {
        long left = Math.max(0, deadline - System.nanoTime());
        RecordMetadata metadata = one.acknowledgement().get(left, TimeUnit.NANOSECONDS);
        written.add(new Written(one.shard(), metadata.offset()));
      } catch (ExecutionException e) {
        throw notWritten(e.getCause() == null ? e : e.getCause());
      } catch (TimeoutException e) {
        throw notWritten(e);
      }
    }
    return written;
  }

  private void await(Written written, long deadline) throws InterruptedException {
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    if (!isApplied(written, left)) {
      throw new HttpError(
          504,
          "cannot confirm the delete: shard=%s has not applied it within %d ms; it is in the log and will be applied, so check again later"
              .formatted(written.shard(), timeout.toMillis()));
    }
  }

  private boolean isApplied(Written written, Duration left) throws InterruptedException {
    try {
      return shortTerm.awaitApplied(written.shard(), written.offset(), left);
    } catch (ShardUnavailableException e) {
      return false; // the next node that opens the shard replays the log
    }
  }

  private static HttpError notWritten(Throwable cause) {
    return new HttpError(
        503,
        "cannot write the delete to the log of every shard: part of the data may be deleted; retry",
        SendFailure.text(cause));
  }

  @Override
  public void close() {
    log.close();
  }
}
