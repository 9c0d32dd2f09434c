package goku.root.opentsdb.annotation;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.annotation.Annotation;
import goku.root.annotation.AnnotationChange;
import goku.root.annotation.AnnotationKey;
import goku.root.annotation.AnnotationStore;
import goku.root.annotation.AnnotationTable;
import goku.root.compacted.table.TableWriter;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.TableEdits;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// The handler of `/api/annotation`: one annotation, identified by TSUID and start, or only by its
/// start if global. POST keeps fields that the request omits, PUT clears them.
public final class AnnotationHandler implements HttpHandler {
  private final AnnotationTable table;
  private final TableEdits<AnnotationKey, Annotation> edits;
  private final InstantSource clock;

  public AnnotationHandler(AnnotationStore store, InstantSource clock) {
    this(store.table(), store.writer(), clock);
  }

  AnnotationHandler(
      AnnotationTable table, TableWriter<AnnotationKey, Annotation> writer, InstantSource clock) {
    this.table = table;
    this.edits = new TableEdits<>(writer);
    this.clock = clock;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET", "POST", "PUT", "DELETE");
    AnnotationChange change = AnnotationRequest.one(request, clock.instant());
    return switch (request.method()) {
      case "GET" -> get(change);
      case "DELETE" -> delete(change);
      default -> save(change, request.method().equals("PUT"));
    };
  }

  private HttpResponse get(AnnotationChange asked) {
    Annotation found =
        table
            .get(asked.key())
            .orElseThrow(() -> new HttpError(404, "Unable to locate annotation in storage"));
    return Json.answer(json -> AnnotationJson.write(json, found));
  }

  private HttpResponse save(AnnotationChange change, boolean replace) throws InterruptedException {
    if (change.isEmpty()) {
      return new HttpResponse(304, "", Map.of(), out -> {});
    }
    Annotation saved = edits.save(List.of(change), replace).iterator().next();
    return Json.answer(json -> AnnotationJson.write(json, saved));
  }

  /// Deletes the annotation. Succeeds also if none exists.
  private HttpResponse delete(AnnotationChange asked) throws InterruptedException {
    edits.delete(List.of(asked.key()));
    return HttpResponse.noContent();
  }
}
