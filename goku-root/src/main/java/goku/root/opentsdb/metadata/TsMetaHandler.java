package goku.root.opentsdb.metadata;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.compacted.table.TableStore;
import goku.root.fanout.Marked;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.SeriesDirectory;
import goku.root.fanout.Shortfall;
import goku.root.metadata.Metadata;
import goku.root.metadata.MetadataChange;
import goku.root.metadata.MetadataKey;
import goku.root.metadata.Subject;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.TableEdits;
import goku.root.opentsdb.wire.Tsuid;
import goku.root.opentsdb.wire.Tsuids;
import goku.rpc.FoundSeries;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The handler of `/api/uid/tsmeta`: the metadata of a series. POST keeps fields that the request
/// omits, PUT clears them.
public final class TsMetaHandler implements HttpHandler {
  private final SeriesFinder finder;
  private final MetadataJson json;
  private final TableEdits<MetadataKey, Metadata> edits;
  private final Tsuids tsuids;
  private final Dialect dialect;

  public TsMetaHandler(
      TableStore<MetadataKey, Metadata> store,
      SeriesDirectory series,
      NameDirectory names,
      Tsuids tsuids,
      Dialect dialect) {
    this.finder = new SeriesFinder(series, names, tsuids);
    this.json = new MetadataJson(store.table(), tsuids);
    this.tsuids = tsuids;
    this.edits = new TableEdits<>(store.writer());
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET", "POST", "PUT", "DELETE");
    return switch (request.method()) {
      case "GET" -> request.has("tsuid") ? one(request) : list(request);
      case "DELETE" -> delete(request);
      default -> save(request);
    };
  }

  private HttpResponse one(HttpRequest request) throws InterruptedException {
    return answer(finder.identified(request.parameter("tsuid").orElse("")));
  }

  private HttpResponse answer(FoundSeries series) {
    return Json.answer(out -> json.series(out, series));
  }

  private HttpResponse list(HttpRequest request) throws InterruptedException {
    Marked<FoundSeries> found = finder.having(SeriesRequest.named(request));
    Shortfall shortfall = found.shortfall();
    if (!dialect.partialAnswers() || request.has("fail_on_partial")) {
      shortfall.requireNone();
    }
    return shortfall.mark(
        Json.answer(
            out -> {
              out.writeStartArray();
              for (FoundSeries series : found.found()) {
                json.series(out, series);
              }
              out.writeEndArray();
            }));
  }

  /// Saves metadata. A series without a TSUID in the request is that of the parameter `m`.
  private HttpResponse save(HttpRequest request) throws InterruptedException {
    SeriesRequest asked = SeriesRequest.of(request);
    FoundSeries named =
        asked.tsuid().isEmpty() ? finder.exactly(SeriesRequest.named(request)) : null;
    if (asked.given().isEmpty()) {
      return new HttpResponse(304, "", Map.of(), out -> {});
    }
    FoundSeries series = named == null ? finder.identified(asked.tsuid()) : named;
    var key = new MetadataKey(Subject.TSUID, tsuids.of(series.metric(), series.tags()));
    var change = new MetadataChange(key, "", asked.given().fields(), asked.given().custom());
    edits.save(List.of(change), request.method().equals("PUT"));
    return answer(series);
  }

  /// Deletes the metadata. Succeeds also if there are none.
  private HttpResponse delete(HttpRequest request) throws InterruptedException {
    String tsuid = SeriesRequest.of(request).tsuid();
    if (tsuid.isEmpty()) {
      throw new HttpError(400, "Unable to delete TSMeta information", "Missing UID");
    }
    Tsuid.parse(List.of(tsuid));
    edits.delete(List.of(new MetadataKey(Subject.TSUID, tsuid.toUpperCase(Locale.ROOT))));
    return HttpResponse.noContent();
  }
}
