package goku.root.fanout;

import goku.http.HttpError;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.Store;
import goku.root.planning.NodeCall;
import goku.root.planning.Planner;
import goku.rpc.FoundNames;
import goku.rpc.FoundSeries;
import goku.rpc.LookupQuery;
import goku.rpc.ShardUnavailableException;
import goku.rpc.SortedNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The names in all shards. Thread-safe.
public final class NameDirectory {
  private final Planner planner;
  private final FanOut fanOut;

  public NameDirectory(Planner planner, FanOut fanOut) {
    this.planner = planner;
    this.fanOut = fanOut;
  }

  /// Returns names with a prefix. Blocked metrics are left out, but not the tags of their series.
  public List<String> suggest(NameKind kind, String prefix, int max) throws InterruptedException {
    return kind == NameKind.METRIC
        ? visible(max, Function.identity(), limit -> all(kind, prefix, limit))
        : all(kind, prefix, max);
  }

  private List<String> all(NameKind kind, String prefix, int max) throws InterruptedException {
    var names = new SortedNames(max);
    ask(planner::callsForAll, call -> call.node().suggest(call.shards(), kind, prefix, max))
        .forEach(names::addAll);
    return names.toList();
  }

  /// Returns the metric if no series has it.
  public UnknownNames unknownMetric(String metric) throws InterruptedException {
    Set<String> unknown = new HashSet<>(Set.of(metric));
    boolean certain = true;
    for (Store store : Store.values()) {
      certain &=
          removeKnown(store, unknown, NameKind.METRIC, () -> planner.callsForMetric(metric, store));
    }
    return new UnknownNames(unknown, certain);
  }

  /// Returns the names that no series has, or that are hidden. The metric's shards are searched
  /// before the others, and memory before disk. Only names not found so far are searched further.
  public UnknownNames unknown(NameKind kind, @Nullable String metric, Set<String> names)
      throws InterruptedException {
    if (names.isEmpty()) {
      return new UnknownNames(Set.of(), true);
    }
    Set<String> unknown = new HashSet<>(names);
    Set<String> hidden = new HashSet<>(kind == NameKind.METRIC ? names : Set.of());
    hidden.removeIf(name -> !planner.isHidden(name));
    unknown.removeAll(hidden);
    boolean certain = true;
    for (Store store : Store.values()) {
      if (metric != null) {
        certain &= removeKnown(store, unknown, kind, () -> planner.callsForMetric(metric, store));
      }
      certain &= removeKnown(store, unknown, kind, () -> planner.callsForAll(store));
    }
    unknown.addAll(hidden);
    return new UnknownNames(unknown, certain);
  }

  /// Removes names that series have. Returns whether all answers were complete. A time that a shard
  /// did not keep does not matter, because the other store is asked too. Neither do the windows
  /// that GokuL waits for: they are in memory until it has them.
  private boolean removeKnown(
      Store store, Set<String> names, NameKind kind, Supplier<List<NodeCall>> calls)
      throws InterruptedException {
    boolean complete = true;
    if (!names.isEmpty()) {
      Set<String> asked = Set.copyOf(names);
      for (FoundNames found : ask(calls, call -> call.node().known(call.shards(), kind, asked))) {
        names.removeAll(found.names());
        Holes holes = found.holes().except(HoleCause.NOT_KEPT);
        complete &= (store == Store.LONG_TERM ? holes.except(HoleCause.RECOVERY) : holes).isEmpty();
      }
    }
    return complete;
  }

  /// Finds series. Those of blocked metrics are left out.
  public List<FoundSeries> lookup(LookupQuery query) throws InterruptedException {
    return visible(query.limit(), FoundSeries::metric, limit -> lookupAll(query.limitedTo(limit)));
  }

  @FunctionalInterface
  private interface Search<T> {
    List<T> run(int limit) throws InterruptedException;
  }

  /// Returns the first visible results. Nodes apply the limit to hidden ones too, so the search is
  /// repeated with a larger limit until it has enough visible results or all results.
  ///
  /// @param wanted 0 for all
  private <T> List<T> visible(int wanted, Function<T, String> metric, Search<T> search)
      throws InterruptedException {
    int limit = wanted;
    while (true) {
      List<T> found = search.run(limit);
      List<T> visible = found.stream().filter(one -> !planner.isHidden(metric.apply(one))).toList();
      if (limit == 0 || (visible.size() < wanted && found.size() < limit)) {
        return visible;
      }
      if (visible.size() >= wanted) {
        return visible.subList(0, wanted);
      }
      limit = limit > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : limit * 2;
    }
  }

  private List<FoundSeries> lookupAll(LookupQuery query) throws InterruptedException {
    String metric = query.filter().metric();
    List<List<FoundSeries>> found =
        ask(
            () -> metric == null ? planner.callsForAll() : planner.callsForMetric(metric),
            call -> call.node().lookup(call.shards(), query));
    return query.cut(found.stream().flatMap(List::stream).toList());
  }

  private <T> List<T> ask(Supplier<List<NodeCall>> calls, Function<NodeCall, T> question)
      throws InterruptedException {
    try {
      return fanOut.all(
          calls.get().stream().map(call -> (Callable<T>) () -> question.apply(call)).toList());
    } catch (ShardUnavailableException e) {
      throw new HttpError(503, String.valueOf(e.getMessage()));
    }
  }
}
