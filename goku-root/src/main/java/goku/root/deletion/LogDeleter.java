package goku.root.deletion;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.HttpError;
import goku.model.NameHash;
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

/// Deletes through the log: one record for each shard that can hold datapoints of a query, in the
/// topic that the shard is made from. So every replica deletes the same, and so does a replay. Then
/// waits until the nodes that serve the shards have applied it. What lies on disk is out of its
/// reach. Thread-safe.
final class LogDeleter implements Deleter {
  private final Supplier<Namespaces> namespaces;
  private final StorageNode shortTerm;
  private final DeleteLog log;
  private final Duration timeout;

  private record Sent(ShardId shard, Future<RecordMetadata> acknowledgement) {}

  private record Written(ShardId shard, long offset) {}

  /// Takes over the log.
  ///
  /// @param namespaces gives those of the moment
  /// @param shortTerm GokuS
  /// @param timeout for a whole delete
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
        send(owners(now, query), query, sent);
      }
    } catch (KafkaException e) {
      throw notWritten(e);
    }
    for (Written written : acknowledged(sent, deadline)) {
      await(written, deadline);
    }
  }

  private static List<Namespace> owners(Namespaces namespaces, SeriesQuery query) {
    return new Owners(namespaces, query.metric(), query.range()).all();
  }

  private void send(List<Namespace> owners, SeriesQuery query, List<Sent> sent) {
    byte[] bytes = DeleteBytes.of(query, query.range());
    long metricHash = NameHash.of(query.metric().getBytes(UTF_8));
    for (Namespace namespace : owners) {
      namespace
          .shardsOfMetric(metricHash)
          .forEach(
              shard ->
                  sent.add(
                      new Sent(shard, log.append(namespace.kafkaTopic(), shard.shard(), bytes))));
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
          "The delete is in the log and will be applied, but shard %s has not done so within %d ms; ask again later whether the data are gone"
              .formatted(written.shard(), timeout.toMillis()));
    }
  }

  private boolean isApplied(Written written, Duration left) throws InterruptedException {
    try {
      return shortTerm.awaitApplied(written.shard(), written.offset(), left);
    } catch (ShardUnavailableException e) {
      return false; // whoever opens it next reads the log
    }
  }

  private static HttpError notWritten(Throwable cause) {
    return new HttpError(
        503,
        "The delete did not reach the log of every shard, so that it may be done in part; send it"
            + " again",
        cause.toString());
  }

  @Override
  public void close() {
    log.close();
  }
}
