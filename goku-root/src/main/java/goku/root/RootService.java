package goku.root;

import goku.http.Routes;
import goku.kafka.KafkaConfig;
import goku.model.Live;
import goku.model.Namespaces;
import goku.model.SharedSettings;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.root.admission.Admission;
import goku.root.annotation.AnnotationStore;
import goku.root.compacted.table.TableStore;
import goku.root.deletion.DeleteLog;
import goku.root.deletion.Deleter;
import goku.root.deletion.Deleters;
import goku.root.deletion.MarkedDeleter;
import goku.root.deletion.RefusedDeleter;
import goku.root.deletion.VisibleDeleter;
import goku.root.fanout.FanOut;
import goku.root.fanout.IngestLag;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.QueryLog;
import goku.root.fanout.QueryMetrics;
import goku.root.fanout.QueryRunner;
import goku.root.fanout.SearchRunner;
import goku.root.fanout.SeriesDirectory;
import goku.root.metadata.Metadata;
import goku.root.metadata.MetadataKey;
import goku.root.metadata.MetadataStore;
import goku.root.opentsdb.Endpoints;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.SubQueryLimit;
import goku.root.opentsdb.wire.Tsuids;
import goku.root.planning.Boundary;
import goku.root.planning.Planner;
import goku.root.planning.Stores;
import goku.root.queried.QueriedMetrics;
import goku.root.queried.QueriedStore;
import goku.root.renaming.RenameStore;
import goku.root.renaming.Renamer;
import goku.root.slow.SlowQueries;
import goku.root.usage.UsageDirectory;
import goku.root.usage.UsageReports;
import goku.service.Service;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The query root (section 4.7 of the paper). Answers OpenTSDB's HTTP API from the nodes in the
/// shard map. Stores no data. Thread-safe.
public final class RootService implements Service {
  private final ServedShards served;
  private final Writes writes;
  private final Endpoints.Backend backend;
  private final Function<RenameStore, Renamer> renamers;

  /// The parts of the root that write.
  ///
  /// @param annotations null if annotations are disabled
  /// @param metadata null if metadata are disabled
  /// @param queried the time of the last query of each metric
  record Writes(
      Deleter deleter,
      @Nullable AnnotationStore annotations,
      @Nullable TableStore<MetadataKey, Metadata> metadata,
      QueriedStore queried) {}

  /// Creates the root.
  ///
  /// @param kafka the cluster with the logs of the shards, the annotations and the metadata; null
  ///   disables deletes, annotations and metadata
  public RootService(
      RootConfig config,
      SharedSettings shared,
      StoreReplicas storage,
      @Nullable KafkaConfig kafka,
      MeterRegistry registry,
      InstantSource clock) {
    this(
        config,
        shared,
        storage,
        stores ->
            writes(
                config,
                shared.namespaces(),
                stores,
                new Boundary(clock, storage.holdings()),
                kafka,
                registry,
                clock),
        registry,
        clock);
  }

  RootService(
      RootConfig config,
      SharedSettings shared,
      StoreReplicas storage,
      Function<Stores, Writes> writer,
      MeterRegistry registry,
      InstantSource clock) {
    Live<Namespaces> namespaces = shared.namespaces();
    this.served = new ServedShards(storage, namespaces::current, clock);
    Stores stores = storage.stores(config.routing(), registry, clock);
    this.writes = writer.apply(stores);
    var planner =
        new Planner(
            namespaces::current,
            stores,
            new Boundary(clock, storage.holdings()),
            shared.blocklist());
    var fanOut = new FanOut(config.queryTimeout());
    IngestLag ingestLag = storage.ingestLag(config.routing());
    QueriedMetrics queried = writes.queried().metrics();
    var metrics = new QueryMetrics(registry);
    var admission =
        new Admission(config.admission(), config.queryTimeout(), registry, System::nanoTime);
    var limits = new QueryLimits(config.maxSeries(), config.maxDatapoints(), config.queryTimeout());
    var names = new NameDirectory(planner, fanOut, ingestLag);
    this.backend =
        new Endpoints.Backend(
            new QueryRunner(
                planner,
                limits,
                metrics,
                QueryMemory.ofThisProcess(),
                new QueryLog(clock, queried::asked),
                admission.metricRates(),
                ingestLag,
                names,
                System::nanoTime),
            names,
            new SeriesDirectory(planner, fanOut, limits, queried::asked, ingestLag),
            new SearchRunner(
                planner,
                fanOut,
                searchLimits(config),
                QueryMemory.ofThisProcess(),
                ingestLag,
                shared.blocklist()),
            new VisibleDeleter(new MarkedDeleter(writes.deleter(), names), planner),
            writes.annotations(),
            writes.metadata(),
            admission,
            new SlowQueries(config.slowQueryThreshold(), registry, System::nanoTime),
            registry,
            metrics,
            clock,
            new Dialect(
                config.strict(),
                config.skipUnresolved(),
                config.partialAnswers(),
                config.grafanaGaps()),
            settings(config),
            config.pageDatapoints(),
            new SubQueryLimit(config.maxSubQueries()),
            new UsageReports(
                new UsageDirectory(planner, fanOut), queried, shared.blocklist(), clock),
            new Tsuids(planner::renames));
    this.renamers =
        store ->
            new Renamer(
                store,
                backend.names(),
                namespaces::current,
                shared.formats(),
                config.queryTimeout());
  }

  private static QueryLimits searchLimits(RootConfig config) {
    return new QueryLimits(
        config.correlate().maxSeries(),
        config.correlate().maxDatapoints(),
        config.queryTimeout(),
        QueryLimits.CORRELATE);
  }

  /// Starts to read the tables that every root keeps in memory.
  @Override
  public void start() {
    AnnotationStore annotations = writes.annotations();
    if (annotations != null) {
      annotations.start();
    }
    TableStore<MetadataKey, Metadata> metadata = writes.metadata();
    if (metadata != null) {
      metadata.start();
    }
    writes.queried().start();
  }

  /// Adds all of OpenTSDB's API except `put`.
  public void addRoutes(Routes routes) {
    addServerRoutes(routes, () -> List.of(check()));
    addQueryRoutes(routes);
  }

  /// Adds queries and the lookup of names.
  public void addQueryRoutes(Routes routes) {
    Endpoints.addQueries(routes, backend);
  }

  /// Adds the endpoint that renames metrics.
  public void addRenames(Routes routes, RenameStore store) {
    Endpoints.addRenames(routes, backend, renamers.apply(store));
  }

  /// Adds the endpoints that report on the server.
  ///
  /// @param checks the checks of the whole process, for `/api/status`
  public void addServerRoutes(Routes routes, Supplier<List<Check>> checks) {
    Endpoints.addServer(routes, backend, checks);
  }

  /// Returns whether queries can be answered, and the annotations and the metadata are loaded.
  @Override
  public Check check() {
    AnnotationStore annotations = writes.annotations();
    TableStore<MetadataKey, Metadata> metadata = writes.metadata();
    Check check = served.check();
    if (check.ok() && annotations != null) {
      check = annotations.check();
    }
    return check.ok() && metadata != null ? metadata.check() : check;
  }

  private static Writes writes(
      RootConfig config,
      Live<Namespaces> namespaces,
      Stores stores,
      Boundary boundary,
      @Nullable KafkaConfig kafka,
      MeterRegistry registry,
      InstantSource clock) {
    return new Writes(
        deleter(config, namespaces, stores, boundary, kafka, clock),
        kafka == null ? null : new AnnotationStore(kafka, config.maxAnnotations(), registry),
        kafka == null ? null : MetadataStore.of(kafka, registry),
        new QueriedStore(new QueriedMetrics(clock), kafka, registry));
  }

  private static Deleter deleter(
      RootConfig config,
      Live<Namespaces> namespaces,
      Stores stores,
      Boundary boundary,
      @Nullable KafkaConfig kafka,
      InstantSource clock) {
    if (!config.allowDelete()) {
      return new RefusedDeleter("tsd.http.query.allow_delete=false; set allow-delete of the root");
    }
    return kafka == null
        ? new RefusedDeleter("the root has no Kafka cluster to write deletes to")
        : Deleters.of(
            namespaces::current,
            stores,
            DeleteLog.connect(kafka, config.queryTimeout()),
            boundary,
            clock,
            config.queryTimeout());
  }

  private static Map<String, String> settings(RootConfig config) {
    return Map.of(
        "tsd.http.query.allow_delete", Boolean.toString(config.allowDelete()),
        "tsd.query.timeout", Long.toString(config.queryTimeout().toMillis()),
        "tsd.query.skip_unresolved_tagvs",
            Boolean.toString(config.skipUnresolved() && !config.strict()),
        "tsd.query.limits.data_points.default", Long.toString(config.maxDatapoints()));
  }

  /// Closes the topics. Queries in progress end by themselves.
  @Override
  public void close() {
    AnnotationStore annotations = writes.annotations();
    if (annotations != null) {
      annotations.close();
    }
    TableStore<MetadataKey, Metadata> metadata = writes.metadata();
    if (metadata != null) {
      metadata.close();
    }
    writes.queried().close();
    writes.deleter().close();
  }
}
