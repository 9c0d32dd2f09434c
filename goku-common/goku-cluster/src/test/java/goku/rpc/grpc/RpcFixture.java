package goku.rpc.grpc;

import goku.config.ConfigLoader;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.Grouping;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.rpc.NodeHealth;
import goku.rpc.StorageNode;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A node served by gRPC on a free port, with a client.
final class RpcFixture implements AutoCloseable {
  static final List<ShardId> SHARDS = List.of(new ShardId("ns1", 0));

  /// A query for each series of a metric.
  static final NodeQuery EACH = each(QueryWindow.of(new TimeRange(0, 1000), null));

  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final QueryMemory memory = new QueryMemory(1L << 30);
  final NodeServer server;
  final NodeClients clients = new NodeClients(clientConfig());
  final RemoteNode node;

  RpcFixture(StorageNode local) {
    this(local, List::of, 0);
  }

  RpcFixture(StorageNode local, NodeHealth health, int port) {
    server = new NodeServer(local, health, serverConfig("--port=" + port), registry);
    server.start();
    node = clients.node(server.address());
  }

  private static NodeQuery each(QueryWindow window) {
    return new NodeQuery(
        new SeriesFilter("m", List.of(), false),
        new SeriesStages(null, null, window),
        new Grouping(Set.of(), Aggregator.NONE, false, window, false),
        false,
        Resolution.RAW);
  }

  static RpcConfig serverConfig(String... flags) {
    List<String> all = new ArrayList<>(List.of("--bind=127.0.0.1", "--port=0"));
    all.add("--advertise=localhost");
    all.addAll(List.of(flags));
    return ConfigLoader.defaults(RpcConfig.class, all.toArray(String[]::new));
  }

  static RpcClientConfig clientConfig(String... flags) {
    return ConfigLoader.defaults(RpcClientConfig.class, flags);
  }

  QueryControl control() {
    return control(new QueryLimits(1_000_000, 1_000_000_000, Duration.ofMinutes(1)));
  }

  QueryControl control(QueryLimits limits) {
    return new QueryControl(limits, memory);
  }

  /// Returns the number of calls of a method that ended with an outcome.
  long ended(String method, String outcome) {
    Timer timer =
        registry.find("goku.rpc.calls").tag("method", method).tag("outcome", outcome).timer();
    return timer == null ? 0 : timer.count();
  }

  double running() {
    return registry.get("goku.rpc.running").gauge().value();
  }

  @Override
  public void close() {
    clients.close();
    server.close();
  }
}
