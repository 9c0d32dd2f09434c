package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.model.SeriesFilter;
import goku.model.SeriesId;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.aggregator.Aggregator;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.DownsampleText;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.RollupUsage;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.language.SubQueryLimit;
import goku.root.opentsdb.language.TimeText;
import goku.root.opentsdb.wire.Tsuid;
import goku.root.planning.RollupUse;
import goku.root.planning.SeriesQuery;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The translation of a request into the engine's query. Invalid words are errors 400.
public final class QueryInterpreter {
  /// The largest number of steps per series: more than a year of 30 s steps, which fill 80 MB.
  private static final long MAX_STEPS = 5_000_000;

  private final InstantSource clock;
  private final Dialect dialect;
  private final SubQueryLimit limit;

  public QueryInterpreter(InstantSource clock, Dialect dialect, SubQueryLimit limit) {
    this.clock = clock;
    this.dialect = dialect;
    this.limit = limit;
  }

  /// @throws HttpError 413 if the request has too many sub queries
  void requireFew(QueryRequest request) {
    limit.check(request.queries().size());
  }

  public List<SeriesQuery> interpret(QueryRequest request) {
    return unbounded(request).stream().map(QueryInterpreter::bounded).toList();
  }

  /// Returns the request with absolute start and end.
  QueryRequest fixed(QueryRequest request) {
    try {
      TimeRange range = range(request);
      return request.between(range.startMillis() + "ms", range.endMillis() + "ms");
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, String.valueOf(e.getMessage()));
    }
  }

  /// Returns the range between two times.
  ///
  /// @param to null for now
  public TimeRange range(String from, @Nullable String to, @Nullable String timezone) {
    try {
      return between(from, to == null ? "now" : to, timezone);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, String.valueOf(e.getMessage()));
    }
  }

  /// Interprets the request without the limit of steps, because its pages have fewer.
  List<SeriesQuery> unbounded(QueryRequest request) {
    requireFew(request);
    try {
      if (!dialect.strict()) {
        TimeText.zone(request.timezone()); // OpenTSDB checks a zone only where one is needed
      }
      TimeRange range = range(request);
      if (request.queries().isEmpty()) {
        throw new IllegalArgumentException("Missing queries");
      }
      return request.queries().stream().map(query -> interpret(query, request, range)).toList();
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, String.valueOf(e.getMessage()));
    }
  }

  private TimeRange range(QueryRequest request) {
    String from = request.start();
    if (from == null || from.isEmpty()) {
      throw new IllegalArgumentException("Missing start time");
    }
    String to = request.end() == null || request.end().isEmpty() ? "now" : request.end();
    return between(from, to, request.timezone());
  }

  private TimeRange between(String from, String to, @Nullable String timezone) {
    Instant now = clock.instant();
    long start = TimeText.parse(from, timezone, now);
    long end = TimeText.parse(to, timezone, now);
    if (end <= start) {
      throw new IllegalArgumentException(
          "End time [%d] must be greater than the start time [%d]".formatted(end, start));
    }
    return new TimeRange(start, end);
  }

  private SeriesQuery interpret(SubQuery query, QueryRequest request, TimeRange range) {
    if (query.aggregator().isEmpty()) {
      throw new IllegalArgumentException(
          "Missing the aggregation function of metric '%s'; fill in one, such as sum or avg"
              .formatted(query.metric()));
    }
    if (dialect.strict()) {
      StrictRules.check(query);
    }
    Aggregator aggregator =
        Aggregator.named(query.aggregator())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "No such aggregation function: " + query.aggregator()));
    if (query.metric().isEmpty()) {
      throw new IllegalArgumentException("Missing the metric or tsuids, provide at least one");
    }
    Downsample downsample = downsample(query, request, range);
    HistogramOptions histograms = query.histograms();
    if (histograms != null) {
      check(histograms, aggregator, downsample);
    }
    return new SeriesQuery(
        query.metric(),
        seriesFilter(query),
        aggregator,
        downsample,
        query.rate() && histograms == null ? query.rateOptions() : null, // as OpenTSDB does
        range,
        request.form().showTsuids(),
        use(query.rollups()),
        histograms != null,
        null);
  }

  /// Checks what OpenTSDB checks, in its words.
  private static void check(
      HistogramOptions histograms, Aggregator aggregator, @Nullable Downsample downsample) {
    if (aggregator != Aggregator.SUM && aggregator != Aggregator.NONE) {
      throw new IllegalArgumentException(
          "Only NONE or SUM aggregation function supported for histogram query");
    }
    if (downsample != null && downsample.function() != Aggregator.SUM) {
      throw new IllegalArgumentException(
          "Only SUM downsampling aggregation supported for histogram query");
    }
    histograms.check();
  }

  private static RollupUse use(RollupUsage usage) {
    return switch (usage) {
      case CHOSEN -> RollupUse.ANY;
      case BEST -> RollupUse.BEST;
      case RAW -> RollupUse.RAW;
    };
  }

  private static SeriesFilter seriesFilter(SubQuery query) {
    List<TagFilter> filters = query.tagFilters();
    // without filters, explicit tags have no effect
    boolean explicit = query.explicitTags() && !filters.isEmpty();
    return new SeriesFilter(query.metric(), filters, explicit, nameHashes(query));
  }

  private static @Nullable Set<Long> nameHashes(SubQuery query) {
    return query.tsuids().isEmpty()
        ? null
        : Tsuid.parse(query.tsuids()).stream().map(SeriesId::nameHash).collect(Collectors.toSet());
  }

  /// Returns the query; an error 413 if it has too many steps.
  static SeriesQuery bounded(SeriesQuery query) {
    long steps = query.stepsPerSeries();
    if (steps > MAX_STEPS) {
      throw new HttpError(
          413,
          "cannot answer the query for '%s': its range has %d buckets, the limit is %d; lengthen the interval or shorten the range"
              .formatted(query.metric(), steps, MAX_STEPS));
    }
    return query;
  }

  private static @Nullable Downsample downsample(
      SubQuery query, QueryRequest request, TimeRange range) {
    String text = query.downsample();
    if (text == null || text.isEmpty()) {
      return null;
    }
    var zone = TimeText.zone(request.timezone());
    return DownsampleText.parse(text, zone, request.useCalendar(), range.startMillis());
  }
}
