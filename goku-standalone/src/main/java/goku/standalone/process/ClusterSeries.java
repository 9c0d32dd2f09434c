package goku.standalone.process;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.ingest.limit.SeriesSource;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The numbers of series of the shards of a cluster. Asks one replica of each shard: one that
/// serves, preferably without lag and losses, and the same one each time. All nodes are asked at
/// once. Used by one thread.
public final class ClusterSeries implements SeriesSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterSeries.class);

  /// The lag from which on another replica is preferred.
  private static final long LATE_MILLIS = 5000;

  /// The longest wait for a node. Longer ones would make the numbers of other nodes old.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Comparator<Replica> BEST_FIRST =
      Comparator.comparing((Replica replica) -> replica.health().lagMillis() > LATE_MILLIS)
          .thenComparingLong(ClusterSeries::losses)
          .thenComparing(Replica::node);

  private final ReplicaMap map;
  private final Function<Replica, SeriesSource> nodes;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("series-counts-", 0).factory());

  /// @param nodes gives the source of a replica's node, which blocks
  public ClusterSeries(ReplicaMap map, Function<Replica, SeriesSource> nodes) {
    this.map = map;
    this.nodes = nodes;
  }

  @Override
  public List<SeriesCounts> ask(List<CountQuery> queries) throws InterruptedException {
    Map<String, SeriesSource> clients = new LinkedHashMap<>();
    Map<String, List<CountQuery>> byNode = new LinkedHashMap<>();
    for (CountQuery query : queries) {
      best(query)
          .ifPresent(
              replica -> {
                clients.computeIfAbsent(replica.address(), _ -> nodes.apply(replica));
                byNode.computeIfAbsent(replica.address(), _ -> new ArrayList<>()).add(query);
              });
    }
    Map<String, Future<List<SeriesCounts>>> asked = new LinkedHashMap<>();
    clients.forEach(
        (address, node) ->
            asked.put(
                address, threads.submit(() -> node.ask(byNode.getOrDefault(address, List.of())))));
    return answers(asked);
  }

  private static List<SeriesCounts> answers(Map<String, Future<List<SeriesCounts>>> asked)
      throws InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    List<SeriesCounts> all = new ArrayList<>();
    for (Map.Entry<String, Future<List<SeriesCounts>>> one : asked.entrySet()) {
      try {
        long left = Math.max(0, until - System.nanoTime());
        all.addAll(one.getValue().get(left, TimeUnit.NANOSECONDS));
      } catch (ExecutionException failed) {
        // the gauge of unknown shards tells it; the node may be of an earlier version
        LOG.debug("series not counted node={}", one.getKey(), failed);
      } catch (TimeoutException late) {
        one.getValue().cancel(true);
      }
    }
    return all;
  }

  private Optional<Replica> best(CountQuery query) {
    return map.replicasOf(query.shard()).stream()
        .filter(replica -> replica.health().state() == ShardState.SERVING)
        .min(BEST_FIRST);
  }

  /// Returns the number of times for which a replica has lost datapoints, and so may lack series.
  private static long losses(Replica replica) {
    return replica.health().holes().all().stream()
        .map(Hole::cause)
        .filter(cause -> cause != HoleCause.NOT_KEPT && cause != HoleCause.BEFORE_LOG)
        .count();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
