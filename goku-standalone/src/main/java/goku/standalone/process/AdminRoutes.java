package goku.standalone.process;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.http.access.Caller;
import goku.http.access.Need;
import goku.standalone.logging.LogsHandler;
import goku.telemetry.Check;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The endpoints for operators and Kubernetes. They are answered even at the server's limit of
/// requests. `/metrics` and `/logs` need a password, and only the admin port serves them.
///
/// - `/metrics`: all metrics in Prometheus' text format
/// - `/logs`: the last lines of the log, newest first
/// - `/healthz`: 200 while the process lives
/// - `/readyz`: 200 if every check is ok, otherwise 503. The body is
///   `{"ready":false,"checks":[{"component":"ingest","ok":false,"reason":"no broker"}]}`. With an
///   auth file it omits the checks, because they name namespaces.
public final class AdminRoutes {
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final JsonMapper JSON = new JsonMapper();

  private AdminRoutes() {}

  /// Adds the endpoints to the routes of a server.
  ///
  /// @param checks called for every `/readyz`, so it must be cheap
  public static void addTo(
      Routes routes, PrometheusMeterRegistry registry, Supplier<List<Check>> checks) {
    routes.addAlways("/metrics", Need.METRICS, request -> metrics(registry));
    routes.addAlways("/logs", Need.ADMIN, new LogsHandler());
    routes.addOpen("/healthz", request -> HttpResponse.text(200, "ok\n"));
    routes.addOpen("/readyz", request -> ready(request, checks.get()));
  }

  private static HttpResponse metrics(PrometheusMeterRegistry registry) {
    return new HttpResponse(200, PROMETHEUS, Map.of(), registry::scrape);
  }

  private static HttpResponse ready(HttpRequest request, List<Check> checks) {
    boolean ready = checks.stream().allMatch(Check::ok);
    ObjectNode root = JSON.createObjectNode().put("ready", ready);
    int status = ready ? 200 : 503;
    if (request.caller().equals(Caller.NOBODY)) {
      return HttpResponse.json(status, root.toString());
    }
    ArrayNode list = root.putArray("checks");
    for (Check check : checks) {
      ObjectNode one = list.addObject().put("component", check.component()).put("ok", check.ok());
      if (!check.reason().isEmpty()) {
        one.put("reason", check.reason());
      }
    }
    return HttpResponse.json(status, root.toString());
  }
}
