package goku.cluster;

import goku.config.ConfigProblems;
import goku.config.NamespacesFile;
import goku.config.Problem;
import goku.file.FileWatch;
import goku.namespace.FollowedNamespaces;
import goku.namespace.NamespacesText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A publisher of a process' namespaces file. While the process leads, the file is watched and each
/// change is published. When the process becomes leader, it publishes the file only if that version
/// was never in force. A version that was in force before is outdated and is not published, so a
/// process with an old copy cannot undo the changes of others. Rejected files are reported and
/// change nothing.
///
/// A process without a file publishes the built-in namespaces if there are none.
///
/// Thread-safe.
public final class FilePublisher implements AutoCloseable {
  private static final String ZOOKEEPER = "ZooKeeper";

  private final NamespaceRegistry registry;
  private final NamespacePublisher publisher;
  private final FollowedNamespaces followed;
  private final String builtIn;
  private final String source;
  private final @Nullable FileWatch watch;
  private boolean leads;

  /// Creates a publisher that does not lead yet.
  ///
  /// @param file the namespaces file; empty for none
  /// @param builtIn the text to publish if there is neither a file nor a published text
  /// @param followed the namespaces of this process, told of published and rejected texts
  public FilePublisher(
      ClusterClient cluster,
      Optional<Path> file,
      String builtIn,
      FollowedNamespaces followed,
      InstantSource clock) {
    this.registry = new NamespaceRegistry(cluster);
    this.publisher = new NamespacePublisher(registry, clock);
    this.followed = followed;
    this.builtIn = builtIn;
    this.source = file.map(Path::toString).orElse("the built-in namespaces");
    this.watch = file.map(path -> new FileWatch(path, new Changes())).orElse(null);
    if (watch != null) {
      watch.start();
    }
  }

  /// Makes this process the leader and publishes if necessary. On return, the published namespaces
  /// are in force here.
  ///
  /// @throws ConfigProblems if the file is rejected; the published namespaces stay
  /// @throws ClusterException if ZooKeeper is unavailable; the caller must retry
  public synchronized void lead() {
    leads = true;
    Optional<String> inForce = registry.read();
    inForce.ifPresent(yaml -> followed.offer(yaml, ZOOKEEPER));
    if (watch == null) {
      if (inForce.isEmpty()) {
        publish(builtIn);
      }
    } else {
      String yaml = NamespacesFile.text(watch.content(), source);
      if (!registry.wasPublished(yaml)) {
        publish(yaml);
      } else if (!inForce.equals(Optional.of(yaml))) {
        String message =
            "was in force before the current namespaces, so it counts as outdated; change or apply"
                + " it";
        var older = new Problem(source, "", "", message);
        followed.refuse(source, NamespacesText.version(yaml), List.of(older));
      }
    }
  }

  /// Ends the leadership.
  public synchronized void rest() {
    leads = false;
  }

  /// Publishes the text and puts it in force here.
  private void publish(String yaml) {
    try {
      publisher.publish(yaml, source);
    } catch (ConfigProblems wrong) {
      followed.refuse(source, NamespacesText.version(yaml), wrong.problems());
      throw wrong;
    }
    // if another process has published since, the watch of ZooKeeper reports that text
    followed.offer(yaml, source);
  }

  private synchronized void changed(byte[] content) {
    if (!leads) {
      return;
    }
    String yaml;
    try {
      yaml = NamespacesFile.text(content, source);
    } catch (ConfigProblems unreadable) {
      followed.refuse(source, "", unreadable.problems());
      return;
    }
    try {
      publish(yaml);
    } catch (ConfigProblems noted) {
      return;
    }
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
  }

  private final class Changes implements FileWatch.Listener {
    @Override
    public void changed(byte[] content) {
      FilePublisher.this.changed(content);
    }

    @Override
    public void unreadable(IOException why) {
      var problem = new Problem(source, "", "", "cannot be read: " + why);
      followed.refuse(source, "", List.of(problem));
    }
  }
}
