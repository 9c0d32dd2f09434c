package goku.root.opentsdb.last;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.SeriesFilter;
import goku.model.SeriesId;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.root.admission.MetricRates;
import goku.root.fanout.Marked;
import goku.root.fanout.SeriesDirectory;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.language.MetricWithTags;
import goku.root.opentsdb.language.SubQueryLimit;
import goku.root.opentsdb.query.KnownNames;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuids;
import goku.rpc.LastPoint;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The handler of `/api/query/last`.
public final class LastHandler implements HttpHandler {
  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  private final SeriesDirectory series;
  private final KnownNames names;
  private final MetricRates rates;
  private final InstantSource clock;
  private final Dialect dialect;
  private final SubQueryLimit limit;
  private final Tsuids tsuids;

  public LastHandler(
      SeriesDirectory series,
      KnownNames names,
      MetricRates rates,
      InstantSource clock,
      Dialect dialect,
      SubQueryLimit limit,
      Tsuids tsuids) {
    this.tsuids = tsuids;
    this.rates = rates;
    this.series = series;
    this.names = names;
    this.clock = clock;
    this.dialect = dialect;
    this.limit = limit;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    LastRequest last = LastRequest.of(request);
    limit.check(last.named().size());
    for (MetricWithTags one : last.named()) {
      Set<String> values = words(one, Tag::value);
      values.removeIf(this::isPattern);
      names.check(one.metric(), words(one, Tag::key), values);
    }
    rates.take(last.named().stream().map(MetricWithTags::metric));
    TimeRange range = range(last.backScan());
    Marked<LastPoint> points = series.last(ids(last), filters(last), range);
    Shortfall shortfall = points.shortfall();
    if (!dialect.partialAnswers() || request.has("fail_on_partial")) {
      shortfall.requireNone();
    }
    return shortfall.mark(Json.answer(json -> write(json, points.found(), last.resolve())));
  }

  /// Returns the identifiers to look up. In strict mode the tags of a back scan are exact and
  /// determine them, as in OpenTSDB.
  private Set<SeriesId> ids(LastRequest last) {
    Set<SeriesId> ids = new HashSet<>(last.identified());
    if (isExact(last)) {
      last.named().forEach(one -> ids.add(tsuids.seriesOf(one.metric(), one.tags())));
    }
    return ids;
  }

  private List<SeriesFilter> filters(LastRequest last) {
    return isExact(last) ? List.of() : last.named().stream().map(this::filter).toList();
  }

  private boolean isExact(LastRequest last) {
    return dialect.strict() && last.backScan() > 0;
  }

  private SeriesFilter filter(MetricWithTags named) {
    List<TagFilter> filters = new ArrayList<>();
    for (Tag tag : named.tags()) {
      filters.add(
          isPattern(tag.value())
              ? new FilterSpec("wildcard", tag.key(), tag.value(), false, true).toTagFilter()
              : new TagFilter.LiteralOr(tag.key(), Set.of(tag.value()), false, false, false));
    }
    return new SeriesFilter(named.metric(), filters, false);
  }

  /// Returns whether a value is a wildcard, as in the tags of a query.
  private boolean isPattern(String value) {
    return !dialect.strict() && value.contains("*");
  }

  /// Returns the range in whole hours, up to the end of the current hour. Without a back scan
  /// OpenTSDB searches the hour of the last write, which it stores per series. Goku searches the
  /// current hour and the one before, so that a series still written is found at the beginning of
  /// an hour too.
  private TimeRange range(int backScan) {
    long hour = Math.floorDiv(clock.millis(), HOUR_MILLIS) * HOUR_MILLIS;
    long start = hour - Math.max(1, backScan) * HOUR_MILLIS;
    return new TimeRange(Math.max(0, start), hour + HOUR_MILLIS - 1);
  }

  private static Set<String> words(MetricWithTags named, Function<Tag, String> word) {
    return named.tags().stream().map(word).collect(Collectors.toSet());
  }

  private void write(JsonGenerator json, List<LastPoint> points, boolean resolve)
      throws IOException {
    json.writeStartArray();
    for (LastPoint point : points) {
      write(json, point, resolve);
    }
    json.writeEndArray();
  }

  private void write(JsonGenerator json, LastPoint point, boolean resolve) throws IOException {
    String metric = point.series().metric();
    List<Tag> tags = point.series().tags();
    json.writeStartObject();
    if (resolve) {
      json.writeStringField("metric", metric);
    }
    json.writeNumberField("timestamp", point.timestampMillis());
    json.writeStringField("value", text(point));
    if (resolve) {
      Json.tags(json, tags);
    }
    json.writeStringField("tsuid", tsuids.of(metric, tags));
    json.writeEndObject();
  }

  /// Returns the value, as OpenTSDB writes its integers and its doubles.
  private static String text(LastPoint point) {
    return point.isInteger() ? Long.toString(point.integer()) : Double.toString(point.value());
  }
}
