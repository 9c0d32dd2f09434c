package goku.root.planning;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.model.MetricRename;
import goku.model.MetricRenames;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.PartialStream;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.rpc.FoundNames;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoint;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.SortedNames;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.UsageNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A node that is asked, and answers, by the current names of metrics. Serialized deletes already
/// contain stored names. Thread-safe.
final class RenamedNode implements StorageNode {
  private final StorageNode node;
  private final MetricRenames renames;

  private RenamedNode(StorageNode node, MetricRenames renames) {
    this.node = node;
    this.renames = renames;
  }

  static StorageNode of(StorageNode node, MetricRenames renames) {
    return renames.isEmpty() ? node : new RenamedNode(node, renames);
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException {
    var stored =
        new NodeQuery(
            stored(query.filter()),
            query.stages(),
            query.grouping(),
            query.series(),
            query.resolution());
    return node.query(shards, stored, control);
  }

  @Override
  public SearchAnswer search(List<ShardId> shards, SeriesSearch query, QueryControl control)
      throws InterruptedException {
    SeriesSearch stored = query.in(new RenamedHaystack(renames).stored(query.haystack()));
    return node.search(shards, stored, control).renamed(this::named);
  }

  private SeriesName named(SeriesName series) {
    return series.ofMetric(renames.name(series.metric()));
  }

  private SeriesFilter stored(SeriesFilter filter) {
    String metric = filter.metric();
    return metric == null
        ? filter
        : new SeriesFilter(
            renames.stored(metric), filter.filters(), filter.explicitTags(), filter.nameHashes());
  }

  /// Renamed metrics are not found by the prefix of their names, so the node is asked which of them
  /// it has. It may find as many others under their stored names, which do not count.
  @Override
  public SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    if (kind != NameKind.METRIC) {
      return node.suggest(shards, kind, prefix, max);
    }
    Set<String> renamed =
        renames.all().stream()
            .filter(one -> one.name().startsWith(prefix))
            .map(MetricRename::stored)
            .collect(Collectors.toSet());
    int enough = (int) Math.min(Integer.MAX_VALUE, (long) max + renames.all().size());
    SuggestedNames found = node.suggest(shards, kind, prefix, enough);
    FoundNames known = node.known(shards, kind, renamed);
    var names = new SortedNames(max);
    names.addAll(known.names().stream().map(renames::name).toList());
    names.addAll(
        found.names().stream().map(renames::name).filter(name -> name.startsWith(prefix)).toList());
    return new SuggestedNames(names.toList(), found.holes().plus(known.holes()));
  }

  @Override
  public FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names) {
    if (kind != NameKind.METRIC) {
      return node.known(shards, kind, names);
    }
    Set<String> stored = names.stream().map(renames::stored).collect(Collectors.toSet());
    FoundNames found = node.known(shards, kind, stored);
    return new FoundNames(
        found.names().stream().map(renames::name).collect(Collectors.toSet()), found.holes());
  }

  @Override
  public LookupResult lookup(List<ShardId> shards, LookupQuery query) {
    var stored =
        new LookupQuery(
            stored(query.filter()), query.anyKeyValues(), query.distinctKeys(), query.limit());
    LookupResult found = node.lookup(shards, stored);
    return new LookupResult(
        found.series().stream().map(this::named).sorted().toList(), found.holes());
  }

  private FoundSeries named(FoundSeries series) {
    return new FoundSeries(renames.name(series.metric()), series.tags());
  }

  @Override
  public LastPoints last(List<ShardId> shards, LastQuery query) throws InterruptedException {
    var stored = new LastQuery(stored(query.filter()), query.range(), query.maxSeries());
    LastPoints last = node.last(shards, stored);
    return new LastPoints(last.points().stream().map(this::named).toList(), last.holes());
  }

  private LastPoint named(LastPoint point) {
    return new LastPoint(
        named(point.series()), point.timestampMillis(), point.type(), point.word());
  }

  @Override
  public UsageNode usage() {
    return new RenamedUsage(node.usage(), renames);
  }

  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout)
      throws InterruptedException {
    return node.delete(shard, madeMillis, delete, timeout);
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    return node.awaitApplied(shard, offset, timeout);
  }

  @Override
  public List<SeriesCounts> countSeries(List<CountQuery> queries) throws InterruptedException {
    return node.countSeries(queries);
  }
}
