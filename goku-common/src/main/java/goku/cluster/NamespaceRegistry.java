package goku.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.zookeeper.KeeperException.NoNodeException;

/// The namespace file of the deployment (section 5.1 of the paper), shared with every service,
/// which then follows its changes without a restart. Keeps the text as it is. Thread-safe.
public final class NamespaceRegistry {
  private static final String PATH = "/goku/namespaces";

  /// ZooKeeper refuses packets of 1 MiB; some is left for the packet's other fields.
  private static final int LIMIT_BYTES = 1_000_000;

  private final ClusterClient cluster;

  public NamespaceRegistry(ClusterClient cluster) {
    this.cluster = cluster;
  }

  /// Replaces the text for all services. The caller has validated it.
  public void publish(String yaml) {
    byte[] content = yaml.getBytes(StandardCharsets.UTF_8);
    if (content.length > LIMIT_BYTES) {
      throw new ClusterException(
          "namespaces of %d bytes are above the limit of %d: shorten the file"
              .formatted(content.length, LIMIT_BYTES));
    }
    try {
      cluster.curator().create().orSetData().creatingParentsIfNeeded().forPath(PATH, content);
    } catch (Exception failed) {
      throw new ClusterException("cannot publish namespaces at " + PATH, failed);
    }
  }

  /// The text published last; empty when there was none ever.
  public Optional<String> read() {
    try {
      return Optional.of(text(cluster.curator().getData().forPath(PATH)));
    } catch (NoNodeException absent) {
      return Optional.empty();
    } catch (Exception failed) {
      throw new ClusterException("cannot read namespaces at " + PATH, failed);
    }
  }

  /// The text that is published, waiting for it up to the limit when there is none yet.
  public Optional<String> await(Duration limit) throws InterruptedException {
    var published = new CompletableFuture<String>();
    try (Watch _ = watch(published::complete)) {
      return Optional.of(published.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException none) {
      return Optional.empty();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Calls the consumer with the text that is there, if any, and with every later one, in order, on
  /// one thread. Texts that follow each other quickly may be skipped, never the last.
  public Watch watch(Consumer<String> consumer) {
    CuratorCache cache =
        CuratorCache.build(cluster.curator(), PATH, CuratorCache.Options.SINGLE_NODE_CACHE);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(created -> consumer.accept(text(created.getData())))
                .forChanges((old, changed) -> consumer.accept(text(changed.getData())))
                .build());
    cache.start();
    return new Watch(cache);
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.UTF_8);
  }
}
