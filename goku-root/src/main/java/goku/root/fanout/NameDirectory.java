package goku.root.fanout;

import goku.http.HttpError;
import goku.model.HistogramMetric;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.MetricMark;
import goku.model.NameKind;
import goku.model.Store;
import goku.root.planning.NodeCall;
import goku.root.planning.Planner;
import goku.rpc.FoundNames;
import goku.rpc.FoundSeries;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.ShardUnavailableException;
import goku.rpc.SortedNames;
import goku.rpc.SuggestedNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The names in all shards. Thread-safe.
public final class NameDirectory {
  private final Planner planner;
  private final FanOut fanOut;
  private final IngestLag ingestLag;

  public NameDirectory(Planner planner, FanOut fanOut, IngestLag ingestLag) {
    this.planner = planner;
    this.fanOut = fanOut;
    this.ingestLag = ingestLag;
  }

  /// Returns names with a prefix. Blocked metrics are left out, but not the tags of their series.
  /// Metrics of written rollups and of histograms count as their metric.
  public Marked<String> suggest(NameKind kind, String prefix, int max) throws InterruptedException {
    Shortfall waiting = ingestLag.shortfall();
    Found<String> found =
        kind == NameKind.METRIC
            ? visible(
                max,
                MetricMark::metric,
                Function.identity(),
                Function.identity(),
                limit -> all(kind, prefix, limit))
            : all(kind, prefix, max);
    return found.marked(waiting);
  }

  private Found<String> all(NameKind kind, String prefix, int max) throws InterruptedException {
    var names = new SortedNames(max);
    Holes holes = Holes.NONE;
    for (Found<String> part :
        ask(
            planner::callsForAll,
            call -> {
              SuggestedNames some = call.node().suggest(call.shards(), kind, prefix, max);
              return new Found<>(some.names(), holesOf(call, some.holes()));
            })) {
      names.addAll(part.all());
      holes = holes.plus(part.holes());
    }
    return new Found<>(names.toList(), holes);
  }

  /// Returns the metric if no series, no histogram and no written rollup has it, or if it is
  /// hidden.
  public UnknownNames unknownMetric(String metric) throws InterruptedException {
    if (planner.isHidden(metric)) {
      return new UnknownNames(Set.of(metric), ingestLag.shortfall().isNone());
    }
    UnknownNames unknown = unknownStored(metric);
    boolean certain = unknown.certain();
    for (String marked : planner.marked(metric)) {
      if (unknown.names().isEmpty()) {
        return unknown;
      }
      unknown = unknownStored(marked);
      certain &= unknown.certain();
    }
    return new UnknownNames(unknown.names().isEmpty() ? Set.of() : Set.of(metric), certain);
  }

  /// Returns the metrics of the histograms and of the written rollups of a metric. Without
  /// certainty, some may not exist.
  public List<String> marked(String metric) throws InterruptedException {
    List<String> found = new ArrayList<>();
    for (String marked : planner.marked(metric)) {
      if (mayExist(marked)) {
        found.add(marked);
      }
    }
    return found;
  }

  private boolean mayExist(String stored) throws InterruptedException {
    try {
      UnknownNames unknown = unknownStored(stored);
      return unknown.names().isEmpty() || !unknown.certain();
    } catch (HttpError unavailable) {
      return true; // the caller reports shards that it needs itself
    }
  }

  /// Returns the metric if no series has it under this stored name.
  UnknownNames unknownStored(String metric) throws InterruptedException {
    Set<String> unknown = new HashSet<>(Set.of(metric));
    boolean certain = ingestLag.shortfall().isNone();
    for (Store store : Store.values()) {
      certain &= removeKnown(unknown, NameKind.METRIC, () -> planner.callsForMetric(metric, store));
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
    boolean certain = ingestLag.shortfall().isNone();
    for (Store store : Store.values()) {
      if (metric != null) {
        certain &= removeKnown(unknown, kind, () -> planner.callsForMetric(metric, store));
      }
      certain &= removeKnown(unknown, kind, () -> planner.callsForAll(store));
    }
    unknown.addAll(hidden);
    return new UnknownNames(unknown, certain);
  }

  /// Removes names that series have. Returns whether all answers were complete.
  private boolean removeKnown(Set<String> names, NameKind kind, Supplier<List<NodeCall>> calls)
      throws InterruptedException {
    boolean complete = true;
    if (!names.isEmpty()) {
      Set<String> asked = Set.copyOf(names);
      for (Found<String> found :
          ask(
              calls,
              call -> {
                FoundNames some = call.node().known(call.shards(), kind, asked);
                return new Found<>(List.copyOf(some.names()), holesOf(call, some.holes()));
              })) {
        names.removeAll(found.all());
        complete &= found.holes().isEmpty();
      }
    }
    return complete;
  }

  /// Returns the holes that matter. A time that the shards did not keep does not, because the other
  /// store is asked too. Neither does a time for which the other store answers.
  static Holes holesOf(NodeCall call, Holes holes) {
    return call.relevant(holes.except(HoleCause.NOT_KEPT));
  }

  /// Finds series. Those of blocked metrics are left out. A series with histograms only has the
  /// metric of histograms.
  public Marked<FoundSeries> lookup(LookupQuery query) throws InterruptedException {
    Shortfall waiting = ingestLag.shortfall();
    Found<FoundSeries> found =
        visible(
            query.limit(),
            UnaryOperator.identity(),
            FoundSeries::shownMetric,
            series -> new FoundSeries(series.shownMetric(), series.tags()),
            limit -> lookupWithHistograms(query.limitedTo(limit)));
    return found.marked(waiting);
  }

  private Found<FoundSeries> lookupWithHistograms(LookupQuery query) throws InterruptedException {
    Found<FoundSeries> found = lookupAll(query);
    String metric = query.filter().metric();
    if (metric == null) {
      return found;
    }
    Found<FoundSeries> histograms = lookupAll(query.ofMetric(HistogramMetric.of(metric)));
    List<FoundSeries> all = new ArrayList<>(found.all());
    all.addAll(histograms.all());
    return new Found<>(all, found.holes().plus(histograms.holes()));
  }

  /// The findings of shards, with the times for which they may lack more.
  private record Found<T>(List<T> all, Holes holes) {
    Marked<T> marked(Shortfall waiting) {
      return new Marked<>(all, Shortfall.ofNames(holes).with(waiting));
    }
  }

  @FunctionalInterface
  private interface Search<T> {
    Found<T> run(int limit) throws InterruptedException;
  }

  /// Returns the first visible results. Nodes apply the limit to hidden ones too, so the search is
  /// repeated with a larger limit until it has enough visible results or all results.
  ///
  /// @param wanted 0 for all
  /// @param shown the form in which a result is shown
  /// @param key what differs between results; of those with the same key, the first is shown
  private <T> Found<T> visible(
      int wanted,
      UnaryOperator<T> shown,
      Function<T, String> metric,
      Function<T, ?> key,
      Search<T> search)
      throws InterruptedException {
    int limit = wanted;
    while (true) {
      Found<T> found = search.run(limit);
      Set<Object> seen = new HashSet<>();
      List<T> visible =
          found.all().stream()
              .map(shown)
              .filter(one -> !planner.isHidden(metric.apply(one)))
              .filter(one -> seen.add(key.apply(one)))
              .toList();
      if (limit == 0 || (visible.size() < wanted && found.all().size() < limit)) {
        return new Found<>(visible, found.holes());
      }
      if (visible.size() >= wanted) {
        return new Found<>(visible.subList(0, wanted), found.holes());
      }
      limit = limit > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : limit * 2;
    }
  }

  private Found<FoundSeries> lookupAll(LookupQuery query) throws InterruptedException {
    String metric = query.filter().metric();
    List<FoundSeries> series = new ArrayList<>();
    Holes holes = Holes.NONE;
    for (Found<FoundSeries> part :
        ask(
            () -> metric == null ? planner.callsForAll() : planner.callsForMetric(metric),
            call -> {
              LookupResult some = call.node().lookup(call.shards(), query);
              return new Found<>(some.series(), holesOf(call, some.holes()));
            })) {
      series.addAll(part.all());
      holes = holes.plus(part.holes());
    }
    return new Found<>(query.cut(series), holes);
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
