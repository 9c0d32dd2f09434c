package goku.root.opentsdb.metadata;

import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.compacted.table.TableStore;
import goku.root.fanout.NameDirectory;
import goku.root.metadata.Metadata;
import goku.root.metadata.MetadataChange;
import goku.root.metadata.MetadataKey;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.TableEdits;
import goku.root.opentsdb.wire.Tsuids;
import java.util.List;
import java.util.Map;

/// The handler of `/api/uid/uidmeta`: the metadata of a metric, a tag key or a tag value. POST
/// keeps fields that the request omits, PUT clears them.
public final class UidMetaHandler implements HttpHandler {
  private final UidNames names;
  private final MetadataJson json;
  private final TableEdits<MetadataKey, Metadata> edits;
  private final Tsuids tsuids;
  private final boolean strict;

  /// Creates a handler.
  ///
  /// @param strict whether a request must give the UID, not the name
  public UidMetaHandler(
      TableStore<MetadataKey, Metadata> store, NameDirectory names, Tsuids tsuids, boolean strict) {
    this.names = new UidNames(names, store.table(), tsuids);
    this.json = new MetadataJson(store.table(), tsuids);
    this.tsuids = tsuids;
    this.edits = new TableEdits<>(store.writer());
    this.strict = strict;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET", "POST", "PUT", "DELETE");
    return switch (request.method()) {
      case "GET" -> answer(UidRequest.of(request, tsuids, strict));
      case "DELETE" -> delete(request);
      default -> save(UidRequest.of(request, tsuids, strict), request.method().equals("PUT"));
    };
  }

  private HttpResponse answer(UidRequest asked) throws InterruptedException {
    String name = names.name(asked);
    return Json.answer(out -> json.name(out, asked.subject(), name));
  }

  private HttpResponse save(UidRequest asked, boolean replace) throws InterruptedException {
    if (asked.given().isEmpty()) {
      return new HttpResponse(304, "", Map.of(), out -> {});
    }
    String name = names.name(asked);
    var change =
        new MetadataChange(
            UidNames.key(asked), name, asked.given().fields(), asked.given().custom());
    edits.save(List.of(change), replace);
    return Json.answer(out -> json.name(out, asked.subject(), name));
  }

  /// Deletes the metadata. Succeeds also if there are none.
  private HttpResponse delete(HttpRequest request) throws InterruptedException {
    edits.delete(List.of(UidNames.key(UidRequest.of(request, tsuids, strict))));
    return HttpResponse.noContent();
  }
}
