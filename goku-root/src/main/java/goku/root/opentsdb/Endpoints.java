package goku.root.opentsdb;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.Routes;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.QueryMetrics;
import goku.root.fanout.QueryRunner;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.names.LookupHandler;
import goku.root.opentsdb.names.SuggestHandler;
import goku.root.opentsdb.query.KnownNames;
import goku.root.opentsdb.query.QueryHandler;
import goku.root.opentsdb.query.QueryInterpreter;
import goku.root.opentsdb.server.FixedAnswers;
import goku.root.opentsdb.server.Refusals;
import goku.root.opentsdb.server.StatsHandler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.InstantSource;
import java.util.Map;

/// The paths of the query side of OpenTSDB's API, each also below `/api/v1`.
public final class Endpoints {
  private final QueryMetrics metrics;
  private final Routes routes;

  private Endpoints(QueryMetrics metrics, Routes routes) {
    this.metrics = metrics;
    this.routes = routes;
  }

  /// What the endpoints work on.
  ///
  /// @param settings shown by `/api/config`
  public record Backend(
      QueryRunner runner,
      NameDirectory names,
      MeterRegistry registry,
      QueryMetrics metrics,
      InstantSource clock,
      Dialect dialect,
      Map<String, String> settings) {
    public Backend {
      settings = Map.copyOf(settings);
    }
  }

  public static void addTo(Routes routes, Backend backend) {
    var endpoints = new Endpoints(backend.metrics(), routes);
    endpoints.queries(backend);
    endpoints.names(backend);
    endpoints.server(backend);
    endpoints.refusals();
  }

  private void queries(Backend backend) {
    HttpHandler query =
        new QueryHandler(
            new QueryInterpreter(backend.clock(), backend.dialect()),
            backend.runner(),
            new KnownNames(backend.names()),
            backend.dialect());
    add("query", query);
    // an unknown word after the path is ignored
    add("query/*", query);
    add("query/exp", Refusals.notBuilt("Expressions"));
    add("query/gexp", Refusals.notBuilt("Expressions"));
    add("query/last", Refusals.notBuilt("Queries for the last datapoint"));
  }

  private void names(Backend backend) {
    add("suggest", new SuggestHandler(backend.names()));
    add("search/lookup", new LookupHandler(backend.names(), backend.dialect()));
    add("search/*", Refusals.search());
  }

  private void server(Backend backend) {
    add("aggregators", FixedAnswers::aggregators);
    add("config/filters", FixedAnswers::filters);
    add("config", FixedAnswers.config(backend.settings()));
    add("version", FixedAnswers::version);
    add("dropcaches", FixedAnswers::dropCaches);
    add("stats", new StatsHandler(backend.registry(), backend.clock()));
  }

  private void refusals() {
    add("annotation/*", Refusals.notBuilt("Annotations"));
    add("annotations/*", Refusals.notBuilt("Annotations"));
    add("rollup", Refusals.notBuilt("Writes of rollups"));
    add("histogram", Refusals.notBuilt("Histograms"));
    add("uid/*", Refusals.notBuilt("UIDs"));
    add("tree/*", Refusals.notBuilt("Trees"));
    routes.add("/api/*", measured("unknown", Refusals.unknownEndpoint()));
  }

  private void add(String path, HttpHandler handler) {
    String name = path.replace("/*", "");
    routes.add("/api/" + path, measured(name, handler));
    routes.add("/api/v1/" + path, measured(name, handler));
  }

  private HttpHandler measured(String endpoint, HttpHandler handler) {
    return request -> {
      Timer.Sample sample = metrics.start();
      int status = 500;
      try {
        var response = handler.handle(request);
        status = response.status();
        return response;
      } catch (HttpError e) {
        status = e.status();
        throw e;
      } finally {
        metrics.answered(sample, endpoint, status);
      }
    };
  }
}
