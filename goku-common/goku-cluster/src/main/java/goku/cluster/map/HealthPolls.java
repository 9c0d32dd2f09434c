package goku.cluster.map;

import goku.rpc.NodeHealth;
import goku.rpc.ShardHealth;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A poller of the health of nodes' shards, with one thread per node and a time limit. Counts
/// failures as `goku.cluster.poll.failures`. Thread-safe.
///
/// The first calls of a new leader are slow because of the leader: it loads the classes of the RPC
/// client and connects. Silence shows nothing about a node then. So the first call of each node has
/// more time, in which the map of the previous leader stays. The same holds while more nodes are
/// silent than answer: the cause is then more likely a leader that gets no processor or network
/// than most nodes at once. Roots find out by themselves if it is the nodes. A refused call is no
/// silence.
final class HealthPolls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthPolls.class);

  /// The time limit of the first call of a node. The client of the RPC must permit it.
  static final Duration FIRST = Duration.ofSeconds(10);

  /// The time limit of a call while more nodes are silent than answer.
  private static final Duration MOST_SILENT = Duration.ofSeconds(6);

  private final Function<String, NodeHealth> nodes;
  private final Duration limit;
  private final Duration first;
  private final Duration mostSilent;

  /// The time of the last answer of each node, in nanoseconds of the monotonic clock.
  private final Map<String, Long> answered = new ConcurrentHashMap<>();

  /// The number of calls that have exceeded the time limit.
  private final AtomicInteger silent = new AtomicInteger();

  /// The addresses that were called.
  private final Set<String> called = ConcurrentHashMap.newKeySet();

  private final Counter failures;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  HealthPolls(Function<String, NodeHealth> nodes, Duration limit, MeterRegistry registry) {
    this(nodes, limit, FIRST, MOST_SILENT, registry);
  }

  /// @param limit the time limit of a call
  /// @param first the time limit of the first call of a node
  /// @param mostSilent the time limit of a call while more nodes are silent than answer
  HealthPolls(
      Function<String, NodeHealth> nodes,
      Duration limit,
      Duration first,
      Duration mostSilent,
      MeterRegistry registry) {
    this.nodes = nodes;
    this.limit = limit;
    this.first = first;
    this.mostSilent = mostSilent;
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
      answered.put(node.address(), System.nanoTime());
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

  /// Waits for an answer until the time is up, and beyond that while more nodes are silent than
  /// answer.
  private List<ShardHealth> await(Future<List<ShardHealth>> answer, Duration time)
      throws InterruptedException, ExecutionException, TimeoutException {
    long begin = System.nanoTime();
    try {
      return answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      silent.incrementAndGet();
      try {
        return awaitOthers(answer, begin);
      } finally {
        silent.decrementAndGet();
      }
    }
  }

  /// Gives the calls that began at the same time a moment to exceed their limits, too.
  private List<ShardHealth> awaitOthers(Future<List<ShardHealth>> answer, long begin)
      throws InterruptedException, ExecutionException, TimeoutException {
    while (true) {
      try {
        return answer.get(limit.toMillis() / 2, TimeUnit.MILLISECONDS);
      } catch (TimeoutException late) {
        if (answeredSince(begin) >= silent.get()
            || System.nanoTime() - begin >= mostSilent.toNanos()) {
          throw late;
        }
      }
    }
  }

  private long answeredSince(long begin) {
    return answered.values().stream().filter(time -> time - begin > 0).count();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
