package goku.cluster;

import goku.config.NamespacesFile;
import goku.model.LateMove;
import goku.model.Namespaces;
import goku.namespace.NamespacesText;
import goku.service.ClusterException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.data.Stat;

/// The namespaces file of the deployment (section 5.1 of the paper) in ZooKeeper. Every service
/// follows its changes without a restart. The text is stored unchanged. Thread-safe.
public final class NamespaceRegistry {
  /// The origin of published texts in messages.
  static final String SOURCE = "the namespaces in ZooKeeper";

  private static final String PATH = "/goku/namespaces";

  /// The ZooKeeper path of published versions: the beginning of each, one per line, newest last.
  private static final String HISTORY = "/goku/namespaces-history";

  /// The number of versions kept, enough for years. Text and history are sent to ZooKeeper in one
  /// packet of at most 1 MiB.
  private static final int REMEMBERED = 1_000;

  private static final int REMEMBERED_DIGITS = 16;

  private final ClusterClient cluster;

  /// A published text.
  ///
  /// @param edition the number of texts published so far
  public record Published(String yaml, int edition) {}

  public NamespaceRegistry(ClusterClient cluster) {
    this.cluster = cluster;
  }

  /// Replaces the text for all services if it is still the one that the caller has seen. The caller
  /// has validated the new text.
  ///
  /// @param seen the published text at the caller's decision; empty for none
  /// @return whether the text was replaced; false if another process published since
  public boolean replace(Optional<Published> seen, String yaml) {
    return replace(seen, yaml, List.of());
  }

  /// Replaces the text, and adds the moves of the change that ingestors have not confirmed yet.
  ///
  /// @param moves moves between the seen text and the new one
  boolean replace(Optional<Published> seen, String yaml, List<LateMove> moves) {
    byte[] content = yaml.getBytes(StandardCharsets.UTF_8);
    if (content.length > NamespacesFile.MOST_BYTES) {
      throw new ClusterException(
          "cannot publish namespaces bytes=%d: the limit is %d; shorten the file"
              .formatted(content.length, NamespacesFile.MOST_BYTES));
    }
    try {
      var curator = cluster.curator();
      // both or none: a text that was in force must never count as new
      byte[] history = String.join("\n", withNewest(yaml)).getBytes(StandardCharsets.UTF_8);
      CuratorOp text =
          seen.isPresent()
              ? curator
                  .transactionOp()
                  .setData()
                  .withVersion(seen.get().edition())
                  .forPath(PATH, content)
              : curator.transactionOp().create().forPath(PATH, content);
      List<CuratorOp> all = new ArrayList<>(new LateMoveRegistry(cluster).adding(moves));
      all.add(text);
      all.add(curator.transactionOp().setData().forPath(HISTORY, history));
      curator.transaction().forOperations(all);
      return true;
    } catch (BadVersionException | NodeExistsException | NoNodeException other) {
      return false;
    } catch (ClusterException said) {
      throw said;
    } catch (Exception failed) {
      throw new ClusterException("cannot publish namespaces at " + PATH, failed);
    }
  }

  /// Returns whether the text is one of the last thousand that were published.
  public boolean wasPublished(String yaml) {
    return history().contains(shortVersion(yaml));
  }

  private List<String> withNewest(String yaml) {
    List<String> history = new ArrayList<>(history());
    history.remove(shortVersion(yaml));
    history.add(shortVersion(yaml));
    return history.subList(Math.max(0, history.size() - REMEMBERED), history.size());
  }

  private List<String> history() {
    try {
      return text(cluster.curator().getData().forPath(HISTORY)).lines().toList();
    } catch (NoNodeException absent) {
      begin();
      return List.of();
    } catch (Exception failed) {
      throw new ClusterException("cannot read the history of namespaces at " + HISTORY, failed);
    }
  }

  private void begin() {
    try {
      cluster.curator().create().creatingParentsIfNeeded().forPath(HISTORY, new byte[0]);
    } catch (NodeExistsException other) {
      // another process created it at the same time
      return;
    } catch (Exception failed) {
      throw new ClusterException("cannot create the history of namespaces at " + HISTORY, failed);
    }
  }

  private static String shortVersion(String yaml) {
    return NamespacesText.version(yaml).substring(0, REMEMBERED_DIGITS);
  }

  /// Returns the text published last; empty if there was none.
  public Optional<String> read() {
    return published().map(Published::yaml);
  }

  /// Returns the namespaces published last; empty if there were none.
  ///
  /// @throws goku.config.ConfigProblems if a newer build has published keys that this one does not
  ///   know
  public Optional<Namespaces> namespaces() {
    return read().map(yaml -> NamespacesFile.parse(yaml, SOURCE));
  }

  /// Returns the text published last with its edition, for `replace`.
  public Optional<Published> published() {
    try {
      var stat = new Stat();
      String yaml = text(cluster.curator().getData().storingStatIn(stat).forPath(PATH));
      return Optional.of(new Published(yaml, stat.getVersion()));
    } catch (NoNodeException absent) {
      return Optional.empty();
    } catch (Exception failed) {
      throw new ClusterException("cannot read namespaces at " + PATH, failed);
    }
  }

  /// Returns the published text. Waits for it up to the limit if there is none yet.
  public Optional<String> await(Duration limit) throws InterruptedException {
    var published = new CompletableFuture<String>();
    try (EntryWatch _ = watch(published::complete)) {
      return Optional.of(published.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException none) {
      return Optional.empty();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Calls the consumer with the current text, if any, and with every later one, in order, on one
  /// thread. Texts in quick succession may be skipped, but never the last.
  public EntryWatch watch(Consumer<String> consumer) {
    return EntryWatch.ofEntries(cluster, entry -> consumer.accept(text(entry.getData())), PATH)
        .begin();
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.UTF_8);
  }
}
