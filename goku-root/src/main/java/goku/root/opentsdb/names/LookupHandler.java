package goku.root.opentsdb.names;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.NameKind;
import goku.model.Tag;
import goku.root.fanout.Marked;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.Shortfall;
import goku.root.fanout.UnknownNames;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuids;
import goku.rpc.FoundSeries;
import java.io.IOException;
import java.util.List;

/// The handler of `/api/search/lookup`, which lists series.
public final class LookupHandler implements HttpHandler {
  private final NameDirectory names;
  private final Tsuids tsuids;
  private final Dialect dialect;

  public LookupHandler(NameDirectory names, Tsuids tsuids, Dialect dialect) {
    this.names = names;
    this.tsuids = tsuids;
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    LookupRequest lookup = LookupRequest.of(request, dialect);
    long start = System.nanoTime();
    if (!dialect.skipUnresolved()) {
      check(lookup);
    }
    Marked<FoundSeries> found = names.lookup(lookup.query());
    Shortfall shortfall = found.shortfall();
    if (!dialect.partialAnswers() || request.has("fail_on_partial")) {
      shortfall.requireNone();
    }
    double millis = (System.nanoTime() - start) / 1e6;
    return shortfall.mark(Json.answer(json -> write(json, lookup, found.found(), millis)));
  }

  private void check(LookupRequest lookup) throws InterruptedException {
    String metric = lookup.metric();
    if (metric != null) {
      check("metrics", names.unknownMetric(metric));
    }
    check("tagk", names.unknown(NameKind.TAG_KEY, metric, lookup.keys()));
    check("tagv", names.unknown(NameKind.TAG_VALUE, metric, lookup.values()));
  }

  private static void check(String kind, UnknownNames unknown) {
    ResolvedNames.require("Unable to resolve one or more UIDs", kind, unknown);
  }

  private void write(
      JsonGenerator json, LookupRequest lookup, List<FoundSeries> found, double millis)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "LOOKUP");
    json.writeStringField("metric", lookup.metric() == null ? "*" : lookup.metric());
    json.writeArrayFieldStart("tags");
    for (Tag pair : lookup.pairs()) {
      json.writeStartObject();
      json.writeStringField("key", pair.key());
      json.writeStringField("value", pair.value());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("limit", lookup.limit());
    json.writeNumberField("time", millis);
    json.writeArrayFieldStart("results");
    for (FoundSeries series : found) {
      write(json, series);
    }
    json.writeEndArray();
    json.writeNumberField("startIndex", lookup.startIndex());
    json.writeNumberField("totalResults", found.size());
    json.writeEndObject();
  }

  private void write(JsonGenerator json, FoundSeries series) throws IOException {
    json.writeStartObject();
    json.writeStringField("tsuid", tsuids.of(series.metric(), series.tags()));
    json.writeStringField("metric", series.shownMetric());
    Json.tags(json, series.tags());
    json.writeEndObject();
  }
}
