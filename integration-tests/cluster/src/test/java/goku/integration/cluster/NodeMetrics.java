package goku.integration.cluster;

import goku.integration.cluster.process.ClusterLayout;
import goku.integration.fixture.GokuHttp;
import java.util.stream.IntStream;

/// The metrics of processes that serve, as their operator sees them.
record NodeMetrics(ClusterLayout layout) {
  private static final int MEMORY_SHARDS = 4;

  /// Returns how many shards of GokuS are open on the node.
  long memoryShards(String node) {
    GokuHttp http = of(node);
    return IntStream.range(0, MEMORY_SHARDS)
        .filter(shard -> !Double.isNaN(http.metric("goku_short_lag{", "shard=\"" + shard + "\"")))
        .count();
  }

  double diskShards(String node) {
    return of(node).metric("goku_long_shards ");
  }

  boolean leads(String controller) {
    return of(controller).metric("goku_controller_leader ") == 1;
  }

  private GokuHttp of(String process) {
    return new GokuHttp(layout.admin(process));
  }
}
