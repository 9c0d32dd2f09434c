package goku.rpc;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import goku.query.partial.PartialStream;
import goku.query.scan.FairExecutor;
import goku.query.scan.NodeScan;
import goku.query.scan.SearchScan;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.query.shard.ShardData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The shards of this process, with a fixed number of threads for all queries. Thread-safe.
public final class LocalStorageNode implements StorageNode, AutoCloseable {
  private static final TimeRange ALL_TIME = new TimeRange(0, Long.MAX_VALUE);

  /// The number of series after which a search looks whether anybody still waits for it.
  private static final int SERIES_PER_CHECK = 1024;

  private final Function<ShardId, Optional<ShardData>> shards;
  private final FairExecutor workers;

  public LocalStorageNode(Function<ShardId, Optional<ShardData>> shards, int threads) {
    this.shards = shards;
    this.workers = new FairExecutor("query", threads);
  }

  @Override
  public PartialStream query(List<ShardId> ids, NodeQuery query, QueryControl control)
      throws InterruptedException {
    return NodeScan.open(data(ids), query, control, workers);
  }

  @Override
  public SearchAnswer search(List<ShardId> ids, SeriesSearch query, QueryControl control)
      throws InterruptedException {
    return SearchScan.run(data(ids), query, control, workers);
  }

  @Override
  public SuggestedNames suggest(List<ShardId> ids, NameKind kind, String prefix, int max) {
    List<ShardData> asked = data(ids);
    Holes holes = holes(asked);
    var names = new SortedNames(max);
    asked.forEach(shard -> names.addAll(shard.suggest(kind, prefix, max)));
    return new SuggestedNames(names.toList(), holes);
  }

  @Override
  public FoundNames known(List<ShardId> ids, NameKind kind, Set<String> names) {
    List<ShardData> asked = data(ids);
    Holes holes = holes(asked);
    Set<String> known = new HashSet<>();
    for (String name : names) {
      if (asked.stream().anyMatch(shard -> shard.knows(kind, name))) {
        known.add(name);
      }
    }
    return new FoundNames(known, holes);
  }

  @Override
  public LookupResult lookup(List<ShardId> ids, LookupQuery query) {
    List<ShardData> asked = data(ids);
    Holes holes = holes(asked);
    var found = new LookupCut(query, new FoundCharge());
    for (ShardData shard : asked) {
      lookup(shard, query, found);
    }
    return new LookupResult(found.found(), holes);
  }

  private static void lookup(ShardData shard, LookupQuery query, LookupCut found) {
    try (SeriesSelection selection = shard.select(query.filter(), ALL_TIME, Resolution.RAW)) {
      var tags = new TagCache(selection);
      for (int position = 0; position < selection.size(); position++) {
        if (position % SERIES_PER_CHECK == 0 && Thread.currentThread().isInterrupted()) {
          throw new QueryStoppedException(Reason.CANCELLED, "was interrupted");
        }
        var series = new FoundSeries(selection.metric(position), tags.tagsOf(position));
        if (query.matches(series)) {
          found.add(series);
        }
      }
    }
  }

  @Override
  public LastPoints last(List<ShardId> ids, LastQuery query) throws InterruptedException {
    var search = new LastPointSearch(query);
    for (ShardData shard : data(ids)) {
      search.search(shard);
    }
    return search.found();
  }

  @Override
  public UsageNode usage() {
    return new LocalUsage(this::data);
  }

  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout) {
    return data(List.of(shard)).getFirst().delete(madeMillis, delete);
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    return data(List.of(shard)).getFirst().awaitApplied(offset, timeout);
  }

  /// A shard that was closed meanwhile is left out like a missing one.
  @Override
  public List<SeriesCounts> countSeries(List<CountQuery> queries) {
    List<SeriesCounts> counts = new ArrayList<>();
    for (CountQuery query : queries) {
      try {
        shards.apply(query.shard()).flatMap(one -> one.countSeries(query)).ifPresent(counts::add);
      } catch (ShardUnavailableException _) {
        // closed meanwhile: left out like a missing one
      }
    }
    return counts;
  }

  /// Returns the holes at all times: names have no time.
  private static Holes holes(List<ShardData> shards) {
    Holes holes = Holes.NONE;
    for (ShardData shard : shards) {
      holes = holes.plus(shard.holes(ALL_TIME));
    }
    return holes;
  }

  /// Returns all shards before any is read: a missing shard fails the call before work is done.
  private List<ShardData> data(List<ShardId> ids) {
    List<ShardData> found = new ArrayList<>();
    for (ShardId id : ids) {
      found.add(shards.apply(id).orElseThrow(() -> new ShardUnavailableException(id)));
    }
    return found;
  }

  @Override
  public void close() {
    workers.close();
  }
}
