package goku.root.fanout;

import goku.http.HttpError;
import goku.model.Holes;
import goku.model.SeriesFilter;
import goku.model.SeriesId;
import goku.model.TimeRange;
import goku.query.control.QueryLimits;
import goku.root.planning.NodeCall;
import goku.root.planning.Planner;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoint;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A directory of series by identifier, and of their last datapoints. Thread-safe.
public final class SeriesDirectory {
  private final Planner planner;
  private final FanOut fanOut;
  private final QueryLimits limits;
  private final Consumer<String> asked;
  private final IngestLag ingestLag;

  /// Creates a directory.
  ///
  /// @param asked called with each metric whose last datapoints are requested
  public SeriesDirectory(
      Planner planner,
      FanOut fanOut,
      QueryLimits limits,
      Consumer<String> asked,
      IngestLag ingestLag) {
    this.asked = asked;
    this.planner = planner;
    this.fanOut = fanOut;
    this.limits = limits;
    this.ingestLag = ingestLag;
  }

  /// A series with one of some identifiers.
  ///
  /// @param series null if no series has one of them
  /// @param holes the times for which such a series may be missing; none if there is a series
  public record First(@Nullable FoundSeries series, Holes holes) {}

  /// The series with some identifiers.
  ///
  /// @param holes the times for which such a series may be missing
  public record Named(List<FoundSeries> series, Holes holes) {
    public Named {
      series = List.copyOf(series);
    }
  }

  /// Returns the first series with one of the identifiers, if there is any. A series with
  /// histograms only counts as one of its metric.
  public First first(Set<SeriesId> ids) throws InterruptedException {
    Named all = named(ids);
    return all.series().isEmpty()
        ? new First(null, all.holes())
        : new First(all.series().getFirst(), Holes.NONE);
  }

  /// Returns the series with the identifiers. Those of histograms have the metric of histograms.
  public Named named(Set<SeriesId> ids) throws InterruptedException {
    var query = new LookupQuery(filter(ids), Set.of(), Set.of(), 0);
    List<Callable<LookupResult>> calls = new ArrayList<>();
    for (NodeCall call : PlannedCalls.of(() -> planner.callsForSeries(ids))) {
      calls.add(
          () -> {
            LookupResult found = call.node().lookup(call.shards(), query);
            return new LookupResult(found.series(), NameDirectory.holesOf(call, found.holes()));
          });
    }
    Set<FoundSeries> found = new LinkedHashSet<>();
    Holes holes = Holes.NONE;
    for (LookupResult part : fanOut.all(calls)) {
      for (FoundSeries series : part.series()) {
        if (ids.contains(planner.idOf(series)) && !planner.isHidden(series.shownMetric())) {
          found.add(series);
        }
      }
      holes = holes.plus(part.holes());
    }
    return new Named(List.copyOf(found), holes);
  }

  /// Returns the last datapoints in the range, ordered by name, each series once. The series have
  /// one of the identifiers or match one of the filters. Each filter names its metric.
  public Marked<LastPoint> last(Set<SeriesId> ids, List<SeriesFilter> filters, TimeRange range)
      throws InterruptedException {
    Shortfall waiting = ingestLag.shortfall();
    Map<FoundSeries, LastPoint> found = new TreeMap<>();
    filters.stream().map(SeriesFilter::metric).filter(Objects::nonNull).forEach(asked);
    Holes holes = Holes.NONE;
    for (LastPoints part : fanOut.all(calls(ids, filters, range))) {
      part.points().stream()
          .filter(point -> !planner.isHidden(point.series().metric()))
          .forEach(point -> found.merge(point.series(), point, LastPoint::later));
      holes = holes.plus(part.holes());
    }
    found.keySet().stream().map(FoundSeries::metric).distinct().forEach(asked);
    if (found.size() > limits.maxSeries()) {
      throw new HttpError(
          413,
          ("cannot return the last datapoints of more than %d series; filter by more tags, or"
                  + " raise max-series")
              .formatted(limits.maxSeries()));
    }
    return new Marked<>(List.copyOf(found.values()), Shortfall.of(range, holes).with(waiting));
  }

  private List<Callable<LastPoints>> calls(
      Set<SeriesId> ids, List<SeriesFilter> filters, TimeRange range) {
    List<Callable<LastPoints>> calls = new ArrayList<>();
    for (NodeCall call : PlannedCalls.of(() -> planner.callsForSeries(ids, range))) {
      calls.add(() -> only(ids, last(call, filter(ids))));
    }
    for (SeriesFilter filter : filters) {
      String metric = String.valueOf(filter.metric());
      for (NodeCall call : PlannedCalls.of(() -> planner.callsForMetric(metric, range))) {
        calls.add(() -> last(call, filter));
      }
    }
    return calls;
  }

  /// Returns the last datapoints of a call. One series above the limit shows that the limit is
  /// exceeded. Data missing at other times than the call's range do not matter.
  private LastPoints last(NodeCall call, SeriesFilter filter) throws InterruptedException {
    var query = new LastQuery(filter, call.range(), limits.maxSeries() + 1);
    LastPoints last = call.node().last(call.shards(), query);
    return new LastPoints(last.points(), call.relevant(last.holes()));
  }

  private LastPoints only(Set<SeriesId> ids, LastPoints all) {
    List<LastPoint> points =
        all.points().stream().filter(point -> ids.contains(planner.idOf(point.series()))).toList();
    return new LastPoints(points, all.holes());
  }

  private static SeriesFilter filter(Set<SeriesId> ids) {
    return SeriesFilter.ofNameHashes(
        ids.stream().map(SeriesId::nameHash).collect(Collectors.toSet()));
  }
}
