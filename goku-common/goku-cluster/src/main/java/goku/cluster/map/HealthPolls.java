package goku.cluster.map;

import goku.rpc.NodeHealth;
import goku.rpc.ShardHealth;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A poller of the health of nodes' shards, with one thread per node and a time limit. Counts
/// failures as `goku.cluster.poll.failures`. Thread-safe.
///
/// The first calls of a new leader are slow because of the leader: it loads the classes of the RPC
/// client. Silence shows nothing about the nodes then. So the time limit of the first calls begins
/// anew with the first answer of any node.
final class HealthPolls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthPolls.class);

  /// The longest wait for the first answer of any node.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final Function<String, NodeHealth> nodes;
  private final Duration limit;
  private final Duration patience;
  private final CountDownLatch firstAnswer = new CountDownLatch(1);
  private final Counter failures;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  HealthPolls(Function<String, NodeHealth> nodes, Duration limit, MeterRegistry registry) {
    this(nodes, limit, PATIENCE, registry);
  }

  HealthPolls(
      Function<String, NodeHealth> nodes,
      Duration limit,
      Duration patience,
      MeterRegistry registry) {
    this.nodes = nodes;
    this.limit = limit;
    this.patience = patience;
    this.failures = registry.counter("goku.cluster.poll.failures");
  }

  /// The result of a poll.
  sealed interface Outcome {
    record Answer(List<ShardHealth> shards) implements Outcome {}

    record NoAnswer() implements Outcome {}
  }

  /// Polls the node and calls the consumer once: when the node has answered, failed, or exceeded
  /// the time limit.
  void ask(ClusterNode node, Consumer<Outcome> consumer) {
    var _ =
        threads.submit(
            () -> {
              consumer.accept(outcome(node));
              return null;
            });
  }

  private Outcome outcome(ClusterNode node) throws InterruptedException {
    boolean isFirst = firstAnswer.getCount() > 0;
    Future<List<ShardHealth>> answer = threads.submit(() -> answer(node));
    try {
      if (isFirst) {
        awaitFirstAnswer(answer);
      }
      return new Outcome.Answer(answer.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException late) {
      answer.cancel(true);
      LOG.debug(
          "health poll timed out service={} node={} limit={}", node.service(), node.name(), limit);
    } catch (ExecutionException failed) {
      LOG.debug(
          "health poll failed service={} node={}", node.service(), node.name(), failed.getCause());
    }
    failures.increment();
    return new Outcome.NoAnswer();
  }

  private List<ShardHealth> answer(ClusterNode node) throws InterruptedException {
    List<ShardHealth> shards = List.copyOf(nodes.apply(node.address()).shards());
    firstAnswer.countDown();
    return shards;
  }

  /// Returns after the first answer of any node, or when this call has failed.
  private void awaitFirstAnswer(Future<?> call) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!call.isDone() && System.nanoTime() - deadline < 0) {
      if (firstAnswer.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
