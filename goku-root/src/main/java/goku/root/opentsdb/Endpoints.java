package goku.root.opentsdb;

import goku.eventloop.NeedsThreadException;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.http.access.Need;
import goku.root.admission.Admission;
import goku.root.annotation.AnnotationStore;
import goku.root.annotation.AnnotationTable;
import goku.root.compacted.table.TableStore;
import goku.root.deletion.Deleter;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.QueryMetrics;
import goku.root.fanout.QueryRunner;
import goku.root.fanout.SearchRunner;
import goku.root.fanout.SeriesDirectory;
import goku.root.metadata.Metadata;
import goku.root.metadata.MetadataKey;
import goku.root.opentsdb.annotation.AnnotationHandler;
import goku.root.opentsdb.annotation.BulkHandler;
import goku.root.opentsdb.expression.ExpHandler;
import goku.root.opentsdb.expression.GexpHandler;
import goku.root.opentsdb.expression.SeriesSource;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.SubQueryLimit;
import goku.root.opentsdb.last.LastHandler;
import goku.root.opentsdb.metadata.TsMetaHandler;
import goku.root.opentsdb.metadata.UidMetaHandler;
import goku.root.opentsdb.names.LookupHandler;
import goku.root.opentsdb.names.SuggestHandler;
import goku.root.opentsdb.paging.Unpaged;
import goku.root.opentsdb.query.KnownNames;
import goku.root.opentsdb.query.PlainQueryHandler;
import goku.root.opentsdb.query.QueryHandler;
import goku.root.opentsdb.query.QueryInterpreter;
import goku.root.opentsdb.query.QueryReader;
import goku.root.opentsdb.query.TsuidResolver;
import goku.root.opentsdb.server.FixedAnswers;
import goku.root.opentsdb.server.JvmStats;
import goku.root.opentsdb.server.QueryStatsHandler;
import goku.root.opentsdb.server.Refusals;
import goku.root.opentsdb.server.StatsHandler;
import goku.root.opentsdb.server.StatusHandler;
import goku.root.opentsdb.server.ThreadStats;
import goku.root.opentsdb.uid.AssignHandler;
import goku.root.opentsdb.uid.RenameHandler;
import goku.root.opentsdb.wire.MethodAccess;
import goku.root.opentsdb.wire.Tsuids;
import goku.root.renaming.Renamer;
import goku.root.search.ChangesHandler;
import goku.root.search.CorrelationHandler;
import goku.root.slow.SlowQueries;
import goku.root.usage.UsageReports;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The paths of the query side of OpenTSDB's API, each also below `/api/v1`, and those of OpenTSDB
/// 1.x, which scripts still ask.
public final class Endpoints {
  private final QueryMetrics metrics;
  private final Routes routes;

  private Endpoints(QueryMetrics metrics, Routes routes) {
    this.metrics = metrics;
    this.routes = routes;
  }

  /// The parts of the root that the endpoints use.
  ///
  /// @param annotations null without Kafka, which stores them
  /// @param metadata null without Kafka, which stores them
  /// @param admission the admission of queries
  /// @param slow the log of slow queries
  /// @param settings shown by `/api/config`
  /// @param pageDatapoints the approximate size of a page in datapoints, unless the request sets
  ///   one
  /// @param usage the reports of the metrics and tags that write most
  /// @param tsuids the identifiers of series in answers
  public record Backend(
      QueryRunner runner,
      NameDirectory names,
      SeriesDirectory series,
      SearchRunner searches,
      Deleter deleter,
      @Nullable AnnotationStore annotations,
      @Nullable TableStore<MetadataKey, Metadata> metadata,
      Admission admission,
      SlowQueries slow,
      MeterRegistry registry,
      QueryMetrics metrics,
      InstantSource clock,
      Dialect dialect,
      Map<String, String> settings,
      long pageDatapoints,
      SubQueryLimit subQueries,
      UsageReports usage,
      Tsuids tsuids) {
    public Backend {
      settings = Map.copyOf(settings);
    }

    /// Returns the handler with admission control and the log of slow queries.
    private HttpHandler guarded(HttpHandler handler) {
      return slow.watch(admission::guard, handler);
    }
  }

  /// Adds the endpoints for data.
  public static void addQueries(Routes routes, Backend backend) {
    var endpoints = new Endpoints(backend.metrics(), routes);
    endpoints.queries(backend);
    endpoints.names(backend);
    endpoints.annotations(backend);
    endpoints.usage(backend);
  }

  /// Adds the endpoint that renames metrics.
  public static void addRenames(Routes routes, Backend backend, Renamer renamer) {
    var handler = new RenameHandler(renamer, backend.dialect().strict());
    new Endpoints(backend.metrics(), routes)
        .add("uid/rename", Need.WRITE, backend.guarded(handler));
  }

  /// Adds the endpoints about the server, and error answers for OpenTSDB's endpoints that it lacks.
  ///
  /// @param checks the health checks of the whole process
  public static void addServer(Routes routes, Backend backend, Supplier<List<Check>> checks) {
    var endpoints = new Endpoints(backend.metrics(), routes);
    endpoints.server(backend);
    endpoints.health(checks);
    endpoints.refusals();
  }

  private void queries(Backend backend) {
    var interpreter =
        new QueryInterpreter(backend.clock(), backend.dialect(), backend.subQueries());
    var known = new KnownNames(backend.names(), backend.dialect().skipUnresolved());
    var reader =
        new QueryReader(
            new TsuidResolver(backend.series(), backend.tsuids()),
            interpreter,
            backend.deleter(),
            backend.dialect(),
            backend.pageDatapoints());
    HttpHandler query =
        backend.guarded(
            new QueryHandler(
                reader,
                backend.runner(),
                known,
                backend.deleter(),
                annotationTable(backend),
                backend.tsuids(),
                backend.dialect()));
    addOnEventLoop("query", query);
    // a word after the path is ignored
    addOnEventLoop("query/*", query);
    HttpHandler plain = backend.guarded(new PlainQueryHandler(reader, backend.runner(), known));
    addOld("q", Need.READ, Unpaged.only("/q", plain));
    var source = new SeriesSource(interpreter, backend.runner(), known);
    var exp = new ExpHandler(source, backend.subQueries(), backend.dialect().strict());
    addUnpaged("query/exp", backend.guarded(exp));
    addUnpaged(
        "query/gexp",
        backend.guarded(new GexpHandler(source, backend.tsuids(), backend.dialect())));
    HttpHandler last =
        new LastHandler(
            backend.series(),
            known,
            backend.admission().metricRates(),
            backend.clock(),
            backend.dialect(),
            backend.subQueries(),
            backend.tsuids());
    addUnpaged("query/last", backend.guarded(last));
    addOurs(
        "correlate",
        backend.guarded(
            new CorrelationHandler(
                interpreter, backend.runner(), backend.searches(), backend.dialect())));
    addOurs(
        "changes",
        backend.guarded(new ChangesHandler(interpreter, backend.searches(), backend.dialect())));
  }

  private void names(Backend backend) {
    HttpHandler suggest = backend.guarded(new SuggestHandler(backend.names(), backend.dialect()));
    add("suggest", Need.READ, suggest);
    addOld("suggest", Need.READ, suggest);
    add(
        "search/lookup",
        Need.READ,
        backend.guarded(new LookupHandler(backend.names(), backend.tsuids(), backend.dialect())));
    add("search/*", Need.READ, Refusals.search());
    uids(backend);
  }

  private void uids(Backend backend) {
    add(
        "uid/assign",
        Need.READ,
        backend.guarded(new AssignHandler(backend.names(), backend.tsuids())));
    metadata(backend);
    add("uid/*", Need.READ, Refusals.notBuilt("Other UID endpoints"));
  }

  /// Requires access to all namespaces: a UID does not tell the namespace.
  private void metadata(Backend backend) {
    TableStore<MetadataKey, Metadata> store = backend.metadata();
    HttpHandler uid;
    HttpHandler series;
    if (store == null) {
      uid = without("UID metadata");
      series = without("Time series metadata");
    } else {
      uid =
          new UidMetaHandler(store, backend.names(), backend.tsuids(), backend.dialect().strict());
      series =
          new TsMetaHandler(
              store, backend.series(), backend.names(), backend.tsuids(), backend.dialect());
    }
    add("uid/uidmeta", Need.WHOLE, backend.guarded(MethodAccess.guard(uid)));
    add("uid/tsmeta", Need.WHOLE, backend.guarded(MethodAccess.guard(series)));
  }

  private static HttpHandler without(String what) {
    return Refusals.meaningless(what, what + " are stored in Kafka, and this root has no Kafka");
  }

  private void annotations(Backend backend) {
    AnnotationStore store = backend.annotations();
    if (store == null) {
      var none = without("Annotations");
      annotations(none, none);
    } else {
      annotations(
          MethodAccess.guard(new AnnotationHandler(store, backend.clock())),
          MethodAccess.guard(new BulkHandler(store, backend.clock())));
    }
  }

  /// Requires access to all namespaces: the TSUID of an annotation does not tell the namespace.
  private void annotations(HttpHandler one, HttpHandler bulk) {
    add("annotation/*", Need.WHOLE, one);
    add("annotation/bulk", Need.WHOLE, bulk);
    add("annotations/*", Need.WHOLE, bulk);
  }

  private static AnnotationTable annotationTable(Backend backend) {
    AnnotationStore store = backend.annotations();
    return store == null ? new AnnotationTable() : store.table();
  }

  private void usage(Backend backend) {
    addOurs("top", backend.guarded(backend.usage().top()));
    addOurs("top/tags", backend.guarded(backend.usage().topTags()));
    addOurs("unqueried", backend.guarded(backend.usage().unqueried()));
  }

  private void server(Backend backend) {
    add("aggregators", Need.LOGIN, FixedAnswers::aggregators);
    addOld("aggregators", Need.LOGIN, FixedAnswers::aggregators);
    addOld("version", Need.LOGIN, FixedAnswers::plainVersion);
    add("config/filters", Need.LOGIN, FixedAnswers::filters);
    add("config", Need.LOGIN, FixedAnswers.config(backend.settings()));
    addAlways("version", Need.LOGIN, FixedAnswers::version);
    add("dropcaches", Need.ADMIN, FixedAnswers::dropCaches);
    addAlways(
        "stats/query", Need.ADMIN, new QueryStatsHandler(backend.runner().log(), backend.clock()));
    addAlways("stats", Need.WHOLE, new StatsHandler(backend.registry(), backend.clock()));
  }

  private void health(Supplier<List<Check>> checks) {
    addAlways("status", Need.WHOLE, new StatusHandler(checks));
    addAlways("stats/jvm", Need.ADMIN, JvmStats::answer);
    addAlways("stats/threads", Need.ADMIN, ThreadStats::answer);
    add("stats/region_clients", Need.LOGIN, Refusals.notBuilt("HBase region clients"));
  }

  private void refusals() {
    add("tree/*", Need.LOGIN, Refusals.notBuilt("Trees"));
    routes.add("/api/*", measured("unknown", Refusals.unknownEndpoint()));
  }

  private void add(String path, Need need, HttpHandler handler) {
    String name = path.replace("/*", "");
    routes.add("/api/" + path, need, measured(name, handler));
    routes.add("/api/v1/" + path, need, measured(name, handler));
  }

  private void addOnEventLoop(String path, HttpHandler handler) {
    String name = path.replace("/*", "");
    routes.addOnEventLoop("/api/" + path, Need.READ, measured(name, handler));
    routes.addOnEventLoop("/api/v1/" + path, Need.READ, measured(name, handler));
  }

  /// Adds a path of OpenTSDB 1.x.
  private void addOld(String path, Need need, HttpHandler handler) {
    routes.add("/" + path, need, measured("/" + path, handler));
  }

  private void addUnpaged(String path, HttpHandler handler) {
    add(path, Need.READ, Unpaged.only("/api/" + path, handler));
  }

  /// Adds an endpoint that OpenTSDB lacks.
  private void addOurs(String path, HttpHandler handler) {
    routes.add("/api/goku/" + path, Need.READ, measured("goku/" + path, handler));
  }

  /// Adds an endpoint that helps to find out why the server is busy.
  private void addAlways(String path, Need need, HttpHandler handler) {
    routes.addAlways("/api/" + path, need, measured(path, handler));
    routes.addAlways("/api/v1/" + path, need, measured(path, handler));
  }

  private HttpHandler measured(String endpoint, HttpHandler handler) {
    return request -> {
      Timer.Sample sample = metrics.start();
      try {
        HttpResponse response = handler.handle(request);
        return measuredToItsEnd(sample, endpoint, response);
      } catch (NeedsThreadException again) {
        throw again;
      } catch (HttpError e) {
        metrics.answered(sample, endpoint, e.status());
        throw e;
      } catch (Exception e) {
        metrics.answered(sample, endpoint, 500);
        throw e;
      }
    };
  }

  /// Measures until the body is written, because most of an answer is computed then.
  private HttpResponse measuredToItsEnd(
      Timer.Sample sample, String endpoint, HttpResponse response) {
    HttpResponse.Body body =
        out -> {
          try {
            response.body().writeTo(out);
          } finally {
            metrics.answered(sample, endpoint, response.status());
          }
        };
    return new HttpResponse(response.status(), response.contentType(), response.headers(), body);
  }
}
