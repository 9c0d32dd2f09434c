package goku.root.opentsdb.server;

import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import java.util.Map;

/// The handler of `/api/stats/threads`: the platform threads of this process. Connections that send
/// lines run on virtual threads, which the JDK does not list.
public final class ThreadStats {
  private ThreadStats() {}

  public static HttpResponse answer(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    return Json.answer(
        json -> {
          json.writeStartArray();
          for (Map.Entry<Thread, StackTraceElement[]> entry :
              Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            json.writeStartObject();
            json.writeNumberField("threadID", thread.threadId());
            json.writeStringField("name", thread.getName());
            json.writeStringField("state", thread.getState().toString());
            json.writeBooleanField("interrupted", thread.isInterrupted());
            json.writeNumberField("priority", thread.getPriority());
            json.writeArrayFieldStart("stack");
            for (StackTraceElement frame : entry.getValue()) {
              json.writeString(frame.toString());
            }
            json.writeEndArray();
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }
}
