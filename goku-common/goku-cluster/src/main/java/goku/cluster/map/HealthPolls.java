package goku.cluster.map;

import goku.rpc.NodeHealth;
import goku.rpc.ShardHealth;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A poller of the health of nodes' shards, with one thread per node and a time limit. Counts
/// failures as `goku.cluster.poll.failures`. Thread-safe.
///
/// The first calls of a new leader are slow because of the leader: it loads the classes of the RPC
/// client and connects. Silence shows nothing about a node then. So the first call of each node has
/// more time, in which the map of the previous leader stays. The same holds while no node at all
/// answers: the cause is then more likely a leader that gets no processor or network than all nodes
/// at once. Roots find out by themselves if it is the nodes. A refused call is no silence.
final class HealthPolls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthPolls.class);

  /// The time limit of the first call of a node.
  private static final Duration FIRST = Duration.ofSeconds(10);

  /// The time limit of a call while no node answers.
  private static final Duration ALL_SILENT = Duration.ofSeconds(6);

  private final Function<String, NodeHealth> nodes;
  private final Duration limit;
  private final Duration first;
  private final Duration allSilent;

  /// The time of the last answer of any node, in nanoseconds of the monotonic clock.
  private final AtomicLong answered = new AtomicLong(System.nanoTime());

  /// The addresses that were called.
  private final Set<String> called = ConcurrentHashMap.newKeySet();

  private final Counter failures;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  HealthPolls(Function<String, NodeHealth> nodes, Duration limit, MeterRegistry registry) {
    this(nodes, limit, FIRST, ALL_SILENT, registry);
  }

  /// @param limit the time limit of a call
  /// @param first the time limit of the first call of a node
  /// @param allSilent the time limit of a call while no node answers
  HealthPolls(
      Function<String, NodeHealth> nodes,
      Duration limit,
      Duration first,
      Duration allSilent,
      MeterRegistry registry) {
    this.nodes = nodes;
    this.limit = limit;
    this.first = first;
    this.allSilent = allSilent;
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
    Duration time = called.add(node.address()) ? first : limit;
    Future<List<ShardHealth>> answer =
        threads.submit(() -> List.copyOf(nodes.apply(node.address()).shards()));
    try {
      List<ShardHealth> shards = await(answer, time);
      answered.set(System.nanoTime());
      return new Outcome.Answer(shards);
    } catch (TimeoutException late) {
      answer.cancel(true);
      LOG.debug(
          "health poll timed out service={} node={} limit={}", node.service(), node.name(), time);
    } catch (ExecutionException failed) {
      LOG.debug(
          "health poll failed service={} node={}", node.service(), node.name(), failed.getCause());
    }
    failures.increment();
    return new Outcome.NoAnswer();
  }

  /// Waits for an answer until the time is up, and beyond that while no node answers.
  private List<ShardHealth> await(Future<List<ShardHealth>> answer, Duration time)
      throws InterruptedException, ExecutionException, TimeoutException {
    long begin = System.nanoTime();
    Duration wait = time;
    while (true) {
      try {
        return answer.get(wait.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException late) {
        boolean othersAnswer = answered.get() - begin > 0;
        if (othersAnswer || System.nanoTime() - begin >= allSilent.toNanos()) {
          throw late;
        }
        wait = limit;
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
