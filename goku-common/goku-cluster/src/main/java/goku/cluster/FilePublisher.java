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

/// Publishes the namespaces file of a process while it leads: the file is watched, and each change
/// of it published. When it begins to lead it publishes a file that was never in force; one that
/// was is older than what is in force, and stays where it is, so that a process with an old copy
/// does not undo what others published. What is refused is noted and leaves all as it is.
///
/// A process without a file publishes the built-in namespaces when there are none.
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

  /// @param file empty for none
  /// @param builtIn what is published when there is neither a file nor anything published
  /// @param followed learns of what is published, and of what is refused
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

  /// Leads from now on: publishes what has to be. Then what is published is in force here.
  ///
  /// @throws ConfigProblems when the file is refused; what was published before stays
  /// @throws ClusterException when ZooKeeper is away; to be called again
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
            "was in force before what is now, so it is taken for older; change or apply it";
        var older = new Problem(source, "", "", message);
        followed.refuse(source, NamespacesText.version(yaml), List.of(older));
      }
    }
  }

  /// Does not lead any more.
  public synchronized void rest() {
    leads = false;
  }

  /// Publishes the text, which is then in force here too.
  private void publish(String yaml) {
    try {
      publisher.publish(yaml, source);
    } catch (ConfigProblems wrong) {
      followed.refuse(source, NamespacesText.version(yaml), wrong.problems());
      throw wrong;
    }
    // somebody may have published in between, of whom the watch of ZooKeeper tells
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
