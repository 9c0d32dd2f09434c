package goku.shortterm;

import goku.model.Namespace;
import goku.model.Namespaces;
import goku.shortterm.recovery.RetentionCheck;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The applications of the namespaces that this node has been told of, by name. One that was added
/// gets its own; those that are there go on untouched. `follow` and `close` exclude each other; the
/// rest is thread-safe.
final class NamespaceApps {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceApps.class);

  private final Admin admin;
  private final Consumer<Namespace> ensureTopic;
  private final Function<Namespace, NamespaceApp> maker;
  private final Map<String, NamespaceApp> apps = new ConcurrentSkipListMap<>();

  /// What each application has followed last.
  private final Map<String, Namespace> followed = new ConcurrentSkipListMap<>();

  /// Whether there were namespaces before those that come now.
  private boolean running;

  private boolean closed;

  /// @param ensureTopic makes the topic of a namespace if it is missing
  /// @param maker makes the application of a namespace, not started
  NamespaceApps(
      Admin admin, Consumer<Namespace> ensureTopic, Function<Namespace, NamespaceApp> maker) {
    this.admin = admin;
    this.ensureTopic = ensureTopic;
    this.maker = maker;
  }

  /// Starts what is missing and lets the others know of changes. One that fails keeps no other from
  /// it.
  ///
  /// @throws RuntimeException the first thing that failed, to be tried again
  synchronized void follow(Namespaces namespaces) {
    RuntimeException first = null;
    for (Namespace namespace : namespaces.all()) {
      try {
        if (!closed && !namespace.equals(followed.get(namespace.name()))) {
          follow(namespace);
          followed.put(namespace.name(), namespace);
        }
      } catch (RuntimeException failed) {
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
    running = true;
  }

  private void follow(Namespace namespace) {
    NamespaceApp app = apps.get(namespace.name());
    Namespace before = followed.get(namespace.name());
    if (app == null) {
      ensureTopic.accept(namespace);
    } else if (before != null) {
      RetentionCheck.lengthen(admin, before, namespace);
    }
    Optional<String> complaint = RetentionCheck.complaint(admin, namespace);
    complaint.ifPresent(LOG::error);
    if (app == null) {
      NamespaceApp made = maker.apply(namespace);
      if (running) {
        made.comes();
      }
      made.start(complaint);
      apps.put(namespace.name(), made);
    } else {
      app.standing(complaint);
    }
  }

  /// By name.
  List<NamespaceApp> all() {
    return List.copyOf(apps.values());
  }

  synchronized void close(Duration timeout) {
    closed = true;
    apps.values().forEach(app -> app.close(timeout));
  }
}
