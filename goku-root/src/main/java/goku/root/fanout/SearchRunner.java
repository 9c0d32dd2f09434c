package goku.root.fanout;

import goku.http.HttpError;
import goku.model.Blocklist;
import goku.model.Holes;
import goku.model.Live;
import goku.model.SeriesFilter;
import goku.model.SeriesId;
import goku.model.SeriesName;
import goku.model.Store;
import goku.model.TimeRange;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.root.planning.NodeCall;
import goku.root.planning.Planner;
import goku.root.planning.StoreShard;
import goku.rpc.FoundSeries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The executor of searches over all series. Thread-safe.
public final class SearchRunner {
  private final Planner planner;
  private final FanOut fanOut;
  private final QueryLimits limits;
  private final QueryMemory memory;
  private final IngestLag ingestLag;
  private final Live<Blocklist> blocklist;

  /// @param limits the limits of one search
  /// @param blocklist the metrics that no search finds
  public SearchRunner(
      Planner planner,
      FanOut fanOut,
      QueryLimits limits,
      QueryMemory memory,
      IngestLag ingestLag,
      Live<Blocklist> blocklist) {
    this.planner = planner;
    this.fanOut = fanOut;
    this.limits = limits;
    this.memory = memory;
    this.ingestLag = ingestLag;
    this.blocklist = blocklist;
  }

  /// The answer to a search.
  public record Searched(SearchAnswer answer, Shortfall shortfall) {}

  /// Returns the haystack without blocked metrics.
  public Haystack haystack(MetricPattern metrics, SeriesFilter filter) {
    return new Haystack(filter, List.of(metrics), blocklist.current());
  }

  /// Searches all series that the caller may read.
  ///
  /// @param namespace the only namespace to search; null for all
  /// @throws HttpError 400 if no such namespace can be read, or if no store has all of the range
  public Searched run(SeriesSearch query, @Nullable String namespace) throws InterruptedException {
    return run(query, calls(namespace, query.stages().window().range()));
  }

  /// Searches among some series, which other searches have found. Returns nothing if no store has
  /// all of the range.
  ///
  /// @param namespace the only namespace to search; null for all
  public Optional<Searched> run(
      SeriesSearch query, Collection<SeriesName> among, @Nullable String namespace)
      throws InterruptedException {
    TimeRange range = query.stages().window().range();
    Set<SeriesId> ids =
        among.stream()
            .map(one -> planner.idOf(new FoundSeries(one.metric(), one.tags())))
            .collect(Collectors.toSet());
    Set<Long> hashes = ids.stream().map(SeriesId::nameHash).collect(Collectors.toSet());
    List<NodeCall> calls = PlannedCalls.of(() -> planner.callsForSeries(namespace, ids, range));
    if (calls.stream().anyMatch(call -> !call.range().equals(range))) {
      return Optional.empty();
    }
    Haystack haystack = haystack(MetricPattern.ANY, SeriesFilter.ofNameHashes(hashes));
    return Optional.of(run(query.in(haystack), calls));
  }

  private Searched run(SeriesSearch query, List<NodeCall> calls) throws InterruptedException {
    boolean readsMemory = calls.stream().anyMatch(call -> call.store() == Store.SHORT_TERM);
    Shortfall waiting = readsMemory ? ingestLag.shortfall() : Shortfall.NONE;
    try (var control = new QueryControl(limits, memory)) {
      control.hold(query.heldBytes());
      List<Callable<Searched>> searches = new ArrayList<>();
      for (NodeCall call : calls) {
        searches.add(() -> search(call, query, control));
      }
      Searched all = new Searched(SearchAnswer.ofMissing(List.of()), waiting);
      for (Searched part : fanOut.all(searches)) {
        all =
            new Searched(
                all.answer().plus(part.answer(), query.top()),
                all.shortfall().with(part.shortfall()));
      }
      return all;
    }
  }

  private List<NodeCall> calls(@Nullable String namespace, TimeRange range) {
    List<NodeCall> calls = PlannedCalls.of(() -> planner.callsForAll(namespace, range));
    if (calls.isEmpty() && namespace != null) {
      throw new HttpError(400, "No such name for 'namespace': '%s'".formatted(namespace));
    }
    for (NodeCall call : calls) {
      if (!call.range().equals(range)) {
        Instant split = Instant.ofEpochMilli(call.split().atMillis());
        throw new HttpError(
            400,
            "cannot search across %s: datapoints before are on disk, later ones in memory, and a search reads one of both; begin at that time, or end before it"
                .formatted(split));
      }
    }
    return calls;
  }

  private static Searched search(NodeCall call, SeriesSearch query, QueryControl control)
      throws InterruptedException {
    try (QueryControl part = control.part()) {
      SearchAnswer answer = call.node().search(call.shards(), query, part);
      List<StoreShard> missing =
          answer.missing().stream().map(shard -> new StoreShard(call.store(), shard)).toList();
      var shortfall =
          new Shortfall(missing, Long.MIN_VALUE, Holes.NONE, answer.lagMillis())
              .with(Shortfall.of(call.range(), call.relevant(answer.holes())));
      return new Searched(answer, shortfall);
    }
  }
}
