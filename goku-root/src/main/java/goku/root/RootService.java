package goku.root;

import goku.http.Routes;
import goku.kafka.KafkaConfig;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.root.annotation.AnnotationStore;
import goku.root.fanout.FanOut;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.QueryMetrics;
import goku.root.fanout.QueryRunner;
import goku.root.fanout.SeriesDirectory;
import goku.root.opentsdb.Endpoints;
import goku.root.planning.Planner;
import goku.rpc.ShardMap;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The query root (section 4.7 of the paper): answers OpenTSDB's HTTP API from the nodes that the
/// shard map names. Holds no data. Thread-safe.
public final class RootService implements AutoCloseable {
  private final Namespaces namespaces;
  private final ShardMap shardMap;
  private final @Nullable AnnotationStore annotations;
  private final Endpoints.Backend backend;

  /// @param kafka where what is written to the root itself is kept; null if nothing can be
  public RootService(
      RootConfig config,
      Namespaces namespaces,
      ShardMap shardMap,
      @Nullable KafkaConfig kafka,
      MeterRegistry registry,
      InstantSource clock) {
    this.namespaces = namespaces;
    this.shardMap = shardMap;
    var planner = new Planner(namespaces, shardMap);
    var fanOut = new FanOut(config.queryTimeout());
    var metrics = new QueryMetrics(registry);
    var limits = new QueryLimits(config.maxSeries(), config.maxDatapoints(), config.queryTimeout());
    this.annotations =
        kafka == null ? null : new AnnotationStore(kafka, config.maxAnnotations(), registry);
    this.backend =
        new Endpoints.Backend(
            new QueryRunner(planner, limits, metrics, QueryMemory.ofThisProcess()),
            new NameDirectory(planner, fanOut),
            new SeriesDirectory(planner, fanOut, limits),
            annotations,
            registry,
            metrics,
            clock,
            config.skipUnresolved(),
            settings(config));
  }

  /// Begins to read what every root knows whole.
  public void start() {
    if (annotations != null) {
      annotations.start();
    }
  }

  public void addRoutes(Routes routes) {
    Endpoints.addTo(routes, backend);
  }

  /// Whether every shard is served and the annotations are known.
  public Check check() {
    Check served = everyShardIsServed();
    return served.ok() && annotations != null ? annotations.check() : served;
  }

  private Check everyShardIsServed() {
    List<ShardId> missing =
        namespaces.all().stream()
            .flatMap(Namespace::allShards)
            .filter(shard -> shardMap.nodeOf(shard).isEmpty())
            .toList();
    return missing.isEmpty()
        ? Check.ok("root")
        : Check.failed(
            "root",
            "%d shards are served by no node, for example %s"
                .formatted(missing.size(), missing.getFirst()));
  }

  private static Map<String, String> settings(RootConfig config) {
    return Map.of(
        "tsd.query.timeout", Long.toString(config.queryTimeout().toMillis()),
        "tsd.query.skip_unresolved_tagvs", Boolean.toString(config.skipUnresolved()),
        "tsd.query.limits.data_points.default", Long.toString(config.maxDatapoints()));
  }

  /// Queries under way end by themselves.
  @Override
  public void close() {
    if (annotations != null) {
      annotations.close();
    }
  }
}
