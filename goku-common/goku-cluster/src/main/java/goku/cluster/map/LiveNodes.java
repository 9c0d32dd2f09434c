package goku.cluster.map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.cluster.ClusterClient;
import goku.cluster.LiveFields;
import goku.cluster.ServiceRole;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The nodes of a service that have a session. Keeps its last knowledge while ZooKeeper is
/// unavailable.
///
/// Reads the entries of Helix's live instances, JSON objects with string fields, without a Helix
/// connection. An entry that cannot be read is left out, logged, and counted as
/// `goku.cluster.unreadable`. Thread-safe.
public final class LiveNodes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveNodes.class);
  private static final JsonMapper MAPPER = new JsonMapper();

  private final ServiceRole service;
  private final String path;
  private final Counter unreadable;
  private final CuratorCache cache;
  private final Map<String, ClusterNode> byPath = new ConcurrentHashMap<>();

  private final CountDownLatch loaded = new CountDownLatch(1);

  public LiveNodes(ClusterClient cluster, ServiceRole service, MeterRegistry registry) {
    this.service = service;
    this.unreadable = registry.counter("goku.cluster.unreadable", "entry", "node");
    this.path = service.livePath();
    this.cache = CuratorCache.build(cluster.curator(), path);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(this::put)
                .forChanges((old, changed) -> put(changed))
                .forDeletes(gone -> byPath.remove(gone.getPath()))
                .forInitialized(loaded::countDown)
                .build());
    cache.start();
  }

  /// Waits until the nodes present at the start are known. Returns false after the time limit.
  public boolean awaitLoaded(Duration limit) throws InterruptedException {
    return loaded.await(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Returns the nodes, by name.
  public List<ClusterNode> nodes() {
    return byPath.values().stream().sorted(Comparator.comparing(ClusterNode::name)).toList();
  }

  @Override
  public void close() {
    cache.close();
  }

  private void put(ChildData entry) {
    if (entry.getPath().equals(path)) {
      return;
    }
    try {
      byPath.put(entry.getPath(), read(service, entry.getData()));
    } catch (IOException failed) {
      unreadable.increment();
      LOG.warn("node entry unreadable, ignoring the node path={}", entry.getPath(), failed);
    }
  }

  static ClusterNode read(ServiceRole service, byte[] json) throws IOException {
    JsonNode record = MAPPER.readTree(json);
    JsonNode fields = record.path("simpleFields");
    if (!record.path("id").isTextual() || !fields.path(LiveFields.ADDRESS).isTextual()) {
      throw new IOException(
          "`id` and `simpleFields.%s` must be strings".formatted(LiveFields.ADDRESS));
    }
    return new ClusterNode(
        service,
        record.path("id").asText(),
        fields.path(LiveFields.ZONE).asText(),
        fields.path(LiveFields.ADDRESS).asText());
  }
}
