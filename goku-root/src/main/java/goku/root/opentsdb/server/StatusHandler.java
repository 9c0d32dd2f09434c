package goku.root.opentsdb.server;

import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.telemetry.Check;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// The handler of `/api/status`: `startup` until all health checks passed once, then `ok`,
/// `partial` if some fail, or `error` if all fail. Thread-safe.
public final class StatusHandler implements HttpHandler {
  private final Supplier<List<Check>> checks;
  private final AtomicBoolean started = new AtomicBoolean();

  public StatusHandler(Supplier<List<Check>> checks) {
    this.checks = checks;
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    HttpMethods.allow(request, "GET");
    String status = status();
    return Json.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("status", status);
          json.writeEndObject();
        });
  }

  private String status() {
    List<Check> all = checks.get();
    if (all.stream().allMatch(Check::ok)) {
      started.set(true);
      return "ok";
    }
    if (!started.get()) {
      return "startup";
    }
    return all.stream().anyMatch(Check::ok) ? "partial" : "error";
  }
}
