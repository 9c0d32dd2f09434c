package goku.root.routing;

import goku.model.Holes;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.query.shard.ShardData;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.rpc.FoundNames;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LocalStorageNode;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.NodeUnavailableException;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.UsageNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A node that answers correctly until it fails as configured.
final class FakeNode implements StorageNode, AutoCloseable {
  /// The step after a search, when its series are counted.
  static final int AFTER_SEARCH = 1;

  private final String name;
  private final LocalStorageNode local;
  private volatile Fault fault = Fault.NONE;

  /// Shards that the shard map assigns to the node but that it lacks.
  final Set<ShardId> lacking = ConcurrentHashMap.newKeySet();

  /// The shards of each call to the node.
  final List<List<ShardId>> calls = new CopyOnWriteArrayList<>();

  final AtomicInteger running = new AtomicInteger();
  volatile long lagMillis;
  volatile Holes holes = Holes.NONE;
  volatile long pageDatapoints;
  volatile Duration appliesAfter = Duration.ZERO;

  /// The thread of the last call.
  volatile @Nullable Thread caller;

  /// An action that runs on each call.
  volatile Runnable whenAsked = () -> {};

  /// An action that runs after each stream.
  volatile Runnable whenClosed = () -> {};

  /// The outcome of deletes.
  volatile DeleteOutcome deletes = DeleteOutcome.DONE;

  /// A fault that occurs before the group with this number, starting at 1; 0 means before the call.
  record Fault(int before, CountDownLatch released, Effect effect) {
    static final Fault NONE = does(-1, _ -> {});

    static Fault dies(int before) {
      return does(
          before,
          node -> {
            throw new NodeUnavailableException(node, "it broke off before group " + before, null);
          });
    }

    static Fault fails(int before, RuntimeException failure) {
      return does(
          before,
          _ -> {
            throw failure;
          });
    }

    static Fault blocks(int before) {
      var released = new CountDownLatch(1);
      return new Fault(before, released, _ -> released.await());
    }

    /// A fault that an interrupt does not end.
    static Fault hangs(int before) {
      var released = new CountDownLatch(1);
      return new Fault(before, released, _ -> awaitUninterruptibly(released));
    }

    static Fault does(int before, Effect effect) {
      return new Fault(before, new CountDownLatch(0), effect);
    }
  }

  /// The effect of a fault.
  @FunctionalInterface
  interface Effect {
    void on(String node) throws InterruptedException;
  }

  static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  FakeNode(String name, Function<ShardId, Optional<ShardData>> shards) {
    this.name = name;
    local =
        new LocalStorageNode(
            id -> lacking.contains(id) ? Optional.<ShardData>empty() : shards.apply(id), 1);
  }

  void is(Fault fault) {
    this.fault = fault;
  }

  private void meet(int step) throws InterruptedException {
    Fault now = fault;
    if (now.before() == step) {
      now.effect().on(name);
    }
  }

  private void asked(List<ShardId> shards) {
    caller = Thread.currentThread();
    calls.add(shards);
    whenAsked.run();
  }

  private void called(List<ShardId> shards) {
    asked(shards);
    try {
      meet(0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException {
    asked(shards);
    running.incrementAndGet();
    try {
      meet(0);
      return new Faulty(local.query(shards, query, control));
    } catch (RuntimeException | InterruptedException e) {
      running.decrementAndGet();
      throw e;
    }
  }

  @Override
  public SearchAnswer search(List<ShardId> shards, SeriesSearch query, QueryControl control)
      throws InterruptedException {
    asked(shards);
    meet(0);
    SearchAnswer found = local.search(shards, query, control);
    meet(AFTER_SEARCH);
    return new SearchAnswer(
        found.best(),
        found.comparisons(),
        found.appeared(),
        found.vanished(),
        found.missing(),
        holes,
        lagMillis,
        found.origins());
  }

  private final class Faulty implements PartialStream {
    private final PartialStream stream;
    private final long lag = lagMillis;
    private final Holes missed = holes;
    private int step;

    Faulty(PartialStream stream) {
      this.stream = stream;
    }

    @Override
    public @Nullable GroupPartial next() throws InterruptedException {
      meet(++step);
      return stream.next();
    }

    @Override
    public long lagMillis() {
      return lag;
    }

    @Override
    public Holes holes() {
      return missed;
    }

    @Override
    public long pageDatapoints() {
      return pageDatapoints;
    }

    @Override
    public Set<String> origins() {
      return Set.of(name);
    }

    @Override
    public void close() {
      stream.close();
      running.decrementAndGet();
      whenClosed.run();
    }
  }

  @Override
  public SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    called(shards);
    SuggestedNames found = local.suggest(shards, kind, prefix, max);
    return new SuggestedNames(found.names(), found.holes().plus(holes));
  }

  @Override
  public FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names) {
    called(shards);
    return local.known(shards, kind, names);
  }

  @Override
  public LookupResult lookup(List<ShardId> shards, LookupQuery query) {
    called(shards);
    LookupResult found = local.lookup(shards, query);
    return new LookupResult(found.series(), found.holes().plus(holes));
  }

  @Override
  public LastPoints last(List<ShardId> shards, LastQuery query) throws InterruptedException {
    asked(shards);
    meet(0);
    return local.last(shards, query);
  }

  @Override
  public UsageNode usage() {
    return new UsageNode() {
      @Override
      public MetricUsages metrics(List<ShardId> shards, String prefix) {
        called(shards);
        return local.usage().metrics(shards, prefix);
      }

      @Override
      public List<TagKeyUsage> tagKeys(List<ShardId> shards, Set<String> metrics) {
        called(shards);
        return local.usage().tagKeys(shards, metrics);
      }

      @Override
      public List<TagValueUsage> tagValues(List<ShardId> shards, String metric, String key) {
        called(shards);
        return local.usage().tagValues(shards, metric, key);
      }
    };
  }

  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout)
      throws InterruptedException {
    asked(List.of(shard));
    meet(0);
    if (lacking.contains(shard)) {
      throw new ShardUnavailableException(shard);
    }
    return deletes;
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    asked(List.of(shard));
    meet(0);
    return local.awaitApplied(shard, offset, timeout) && appliesAfter.compareTo(timeout) <= 0;
  }

  @Override
  public void close() {
    local.close();
  }
}
