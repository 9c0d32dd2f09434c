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
import goku.root.opentsdb.language.MetricWithTags;
import goku.root.opentsdb.language.SubQueryLimit;
import goku.root.opentsdb.query.KnownNames;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuid;
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

  public LastHandler(
      SeriesDirectory series,
      KnownNames names,
      MetricRates rates,
      InstantSource clock,
      Dialect dialect,
      SubQueryLimit limit) {
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
      names.check(one.metric(), words(one, Tag::key), words(one, Tag::value));
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

  /// Returns the identifiers to look up. With a back scan, tags are exact and determine them.
  private static Set<SeriesId> ids(LastRequest last) {
    Set<SeriesId> ids = new HashSet<>(last.identified());
    if (last.backScan() > 0) {
      last.named().forEach(one -> ids.add(SeriesId.of(one.metric(), one.tags())));
    }
    return ids;
  }

  private static List<SeriesFilter> filters(LastRequest last) {
    return last.backScan() > 0
        ? List.of()
        : last.named().stream().map(LastHandler::filter).toList();
  }

  private static SeriesFilter filter(MetricWithTags named) {
    List<TagFilter> filters = new ArrayList<>();
    for (Tag tag : named.tags()) {
      filters.add(new TagFilter.LiteralOr(tag.key(), Set.of(tag.value()), false, false, false));
    }
    return new SeriesFilter(named.metric(), filters, false);
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

  private static void write(JsonGenerator json, List<LastPoint> points, boolean resolve)
      throws IOException {
    json.writeStartArray();
    for (LastPoint point : points) {
      write(json, point, resolve);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, LastPoint point, boolean resolve)
      throws IOException {
    String metric = point.series().metric();
    List<Tag> tags = point.series().tags();
    json.writeStartObject();
    if (resolve) {
      json.writeStringField("metric", metric);
    }
    json.writeNumberField("timestamp", point.timestampMillis());
    json.writeStringField("value", text(point.value()));
    if (resolve) {
      Json.tags(json, tags);
    }
    json.writeStringField("tsuid", Tsuid.of(metric, tags));
    json.writeEndObject();
  }

  /// Returns the value, without a fraction if it is whole, as OpenTSDB writes its integers.
  private static String text(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 0x1p63;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }
}
