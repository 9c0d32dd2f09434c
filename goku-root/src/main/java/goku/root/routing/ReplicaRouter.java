package goku.root.routing;

import goku.model.Holes;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import goku.query.partial.PartialStream;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.FoundNames;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoint;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.SortedNames;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.UsageNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The replicas of one store behind the interface of one node (sections 4.7.1 and 4.7.2 of the
/// paper). Each shard is read from its best replica, and from another one if the best one fails, is
/// slow or is behind. `missing` and `lagMillis` of a stream report the shards that no replica could
/// serve completely. `lagMillis` is 0 up to `max-lag`. Other calls fail with
/// `ShardUnavailableException` if no replica of a shard answers. Thread-safe.
///
/// If there is only one replica, calls are passed on unchanged.
public final class ReplicaRouter implements StorageNode {
  private static final TimeRange ALL_TIME = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

  private final StoreRouting routing;
  private final UnaryCalls calls;

  /// Creates a router.
  ///
  /// @param nodes applied for each call, so it must be fast
  /// @param ownZone the zone of this root
  public ReplicaRouter(
      Store store,
      ReplicaMap map,
      Function<Replica, StorageNode> nodes,
      String ownZone,
      RoutingConfig config,
      MeterRegistry registry,
      InstantSource clock) {
    this(new StoreRouting(store, map, nodes, ownZone, config, registry, clock, System::nanoTime));
  }

  ReplicaRouter(StoreRouting routing) {
    this.routing = routing;
    calls = new UnaryCalls(routing);
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException {
    ReadRequirements requirements = routing.requirements(query.stages().window().read());
    List<RankedReplicas> rankings = routing.rank(shards, requirements);
    if (isOneReplica(rankings)) {
      ShardGroup all = ShardGroup.of(rankings).getFirst();
      try {
        PartialStream stream = routing.call(all.primary()).query(shards, query, control);
        return CaughtUp.unlessBehind(stream, requirements);
      } catch (RuntimeException e) {
        if (!StoreRouting.isNodeFailure(e)) {
          throw e;
        }
        routing.failed(all, e);
        rankings = all.fallbackAfter(e);
      }
    }
    var stream = RoutedStream.open(routing, rankings, query, requirements, control);
    routing.metrics.missing(stream.missing().size());
    return stream;
  }

  /// Searches the shards of each node on that node. The answer names the shards that no replica
  /// could search.
  @Override
  public SearchAnswer search(List<ShardId> shards, SeriesSearch query, QueryControl control)
      throws InterruptedException {
    return new RoutedSearch(routing, query, control).of(shards);
  }

  private static boolean isOneReplica(List<RankedReplicas> rankings) {
    return !rankings.isEmpty()
        && rankings.stream()
            .allMatch(
                ranking ->
                    ranking.candidates().size() == 1
                        && ranking.primary().node().equals(rankings.getFirst().primary().node()));
  }

  @Override
  public SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    var names = new SortedNames(max);
    Holes holes = Holes.NONE;
    for (SuggestedNames part :
        call(shards, Operation.SUGGEST, (node, some) -> node.suggest(some, kind, prefix, max))) {
      names.addAll(part.names());
      holes = holes.plus(part.holes());
    }
    return new SuggestedNames(names.toList(), holes);
  }

  @Override
  public FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names) {
    Set<String> known = new HashSet<>();
    Holes holes = Holes.NONE;
    for (FoundNames part :
        call(shards, Operation.KNOWN, (node, some) -> node.known(some, kind, names))) {
      known.addAll(part.names());
      holes = holes.plus(part.holes());
    }
    return new FoundNames(known, holes);
  }

  @Override
  public LookupResult lookup(List<ShardId> shards, LookupQuery query) {
    List<LookupResult> found =
        call(shards, Operation.LOOKUP, (node, some) -> node.lookup(some, query));
    if (found.size() == 1) {
      return found.getFirst();
    }
    List<FoundSeries> series = found.stream().flatMap(part -> part.series().stream()).toList();
    Holes holes = found.stream().map(LookupResult::holes).reduce(Holes.NONE, Holes::plus);
    return new LookupResult(query.cut(series), holes);
  }

  @Override
  public LastPoints last(List<ShardId> shards, LastQuery query) throws InterruptedException {
    ReadRequirements requirements = routing.requirements(query.range());
    List<LastPoints> found =
        calls.call(
            routing.rank(shards, requirements),
            Operation.LAST,
            (node, some) -> node.last(some, query));
    List<LastPoint> points =
        found.stream().flatMap(part -> part.points().stream()).limit(query.maxSeries()).toList();
    Holes holes = found.stream().map(LastPoints::holes).reduce(Holes.NONE, Holes::plus);
    return new LastPoints(points, holes);
  }

  @Override
  public UsageNode usage() {
    return new RoutedUsage(this::callUsage);
  }

  private <T> List<T> callUsage(
      List<ShardId> shards, Operation operation, BiFunction<UsageNode, List<ShardId>, T> call) {
    return call(shards, operation, (node, some) -> call.apply(node.usage(), some));
  }

  /// Calls each replica exactly once.
  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout)
      throws InterruptedException {
    return new ReplicaDelete(routing)
        .delete(shard, node -> node.delete(shard, madeMillis, delete, timeout), timeout);
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    return new AppliedWait(routing).await(shard, offset, timeout);
  }

  /// Calls the shards without a limit on the time range: names have no time.
  private <T> List<T> call(List<ShardId> shards, Operation operation, UnaryCalls.Call<T> call) {
    try {
      return calls.call(routing.rank(shards, routing.requirements(ALL_TIME)), operation, call);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new QueryStoppedException(Reason.CANCELLED, "was interrupted");
    }
  }
}
