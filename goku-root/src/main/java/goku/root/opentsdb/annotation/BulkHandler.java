package goku.root.opentsdb.annotation;

import com.fasterxml.jackson.core.JsonGenerator;
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
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/// The handler of `/api/annotation/bulk`: saves a list of annotations, or deletes a time range.
public final class BulkHandler implements HttpHandler {
  private final AnnotationTable table;
  private final TableEdits<AnnotationKey, Annotation> edits;
  private final InstantSource clock;

  public BulkHandler(AnnotationStore store, InstantSource clock) {
    this(store.table(), store.writer(), clock);
  }

  BulkHandler(
      AnnotationTable table, TableWriter<AnnotationKey, Annotation> writer, InstantSource clock) {
    this.table = table;
    this.edits = new TableEdits<>(writer);
    this.clock = clock;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "POST", "PUT", "DELETE");
    return request.method().equals("DELETE") ? delete(request) : save(request);
  }

  /// Saves the annotations. Elements without changes are skipped, also in the answer.
  private HttpResponse save(HttpRequest request) throws InterruptedException {
    List<AnnotationChange> changes =
        AnnotationRequest.list(request, clock.instant()).stream()
            .filter(change -> !change.isEmpty())
            .toList();
    Collection<Annotation> saved = edits.save(changes, request.method().equals("PUT"));
    return Json.answer(json -> AnnotationJson.write(json, saved));
  }

  private HttpResponse delete(HttpRequest request) throws InterruptedException {
    BulkDelete asked = BulkDelete.parse(request, clock.instant());
    List<AnnotationKey> keys =
        asked
            .owners()
            .flatMap(owner -> table.of(owner, asked.range()).stream())
            .map(Annotation::key)
            .toList();
    edits.delete(keys);
    return Json.answer(json -> write(json, asked, keys.size()));
  }

  private static void write(JsonGenerator json, BulkDelete asked, int deleted) throws IOException {
    json.writeStartObject();
    json.writeNumberField("startTime", asked.range().startMillis());
    json.writeNumberField("endTime", asked.range().endMillis());
    json.writeArrayFieldStart("tsuids");
    for (String tsuid : asked.tsuids()) {
      json.writeString(tsuid);
    }
    json.writeEndArray();
    json.writeBooleanField("global", asked.global());
    json.writeNumberField("totalDeleted", deleted);
    json.writeEndObject();
  }
}
