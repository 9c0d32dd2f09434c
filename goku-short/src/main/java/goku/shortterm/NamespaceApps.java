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
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The applications of this node's namespaces, by name. A new namespace gets its own application,
/// that of a removed one is closed, and the others continue unchanged. `follow` and `close` exclude
/// each other. The rest is thread-safe.
final class NamespaceApps {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceApps.class);

  /// The time for the shards of a removed namespace to close.
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

  private final Admin admin;
  private final ToIntFunction<Namespace> ensureTopic;
  private final Function<Namespace, NamespaceApp> maker;
  private final Consumer<Namespace> abandon;
  private final Consumer<Namespace> remove;
  private final Map<String, NamespaceApp> apps = new ConcurrentSkipListMap<>();

  /// The last namespace that each application has followed.
  private final Map<String, Namespace> followed = new ConcurrentSkipListMap<>();

  /// True after the first namespaces, so that later ones were added while running.
  private boolean running;

  private boolean closed;

  /// @param ensureTopic creates the topic of a namespace if it is missing, and returns the number
  ///   of its partitions
  /// @param maker creates the application of a namespace, not started
  /// @param abandon stops the uploads of a removed namespace, whose shards may still be open
  /// @param remove removes the files of a removed namespace, whose application is closed; throws if
  ///   that must be repeated
  NamespaceApps(
      Admin admin,
      ToIntFunction<Namespace> ensureTopic,
      Function<Namespace, NamespaceApp> maker,
      Consumer<Namespace> abandon,
      Consumer<Namespace> remove) {
    this.admin = admin;
    this.ensureTopic = ensureTopic;
    this.maker = maker;
    this.abandon = abandon;
    this.remove = remove;
  }

  /// Starts missing applications, closes those of removed namespaces, and tells the others of
  /// changes. A failure of one does not affect the others.
  ///
  /// @throws RuntimeException the first failure; the caller retries
  synchronized void follow(Namespaces namespaces) {
    RuntimeException first = null;
    for (Namespace namespace : closed ? List.<Namespace>of() : namespaces.removed()) {
      try {
        remove(namespace);
      } catch (RuntimeException failed) {
        first = first == null ? failed : first;
      }
    }
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

  private void remove(Namespace namespace) {
    abandon.accept(namespace);
    NamespaceApp app = apps.get(namespace.name());
    if (app != null) {
      LOG.info("namespace removed, closing its shards namespace={}", namespace.name());
      app.remove(CLOSE_TIMEOUT);
      apps.remove(namespace.name());
      followed.remove(namespace.name());
    }
    remove.accept(namespace);
  }

  private void follow(Namespace namespace) {
    NamespaceApp app = apps.get(namespace.name());
    int partitions = app == null ? ensureTopic.applyAsInt(namespace) : 0;
    lengthen(namespace);
    Optional<String> complaint = RetentionCheck.complaint(admin, namespace);
    complaint.ifPresent(LOG::error);
    if (app == null) {
      NamespaceApp made = maker.apply(namespace);
      if (running) {
        made.comes();
      }
      made.start(complaint, partitions);
      apps.put(namespace.name(), made);
    } else {
      app.standing(complaint);
    }
  }

  /// Without the permission, the topic stays as it is, and its complaint states the remedy.
  private void lengthen(Namespace namespace) {
    var before = Optional.ofNullable(followed.get(namespace.name()));
    try {
      RetentionCheck.lengthen(admin, before, namespace);
    } catch (KafkaException failed) {
      LOG.warn(
          "topic retention not raised topic={} namespace={}",
          namespace.kafkaTopic(),
          namespace.name(),
          failed);
    }
  }

  /// Returns the applications by name.
  List<NamespaceApp> all() {
    return List.copyOf(apps.values());
  }

  synchronized void close(Duration timeout) {
    closed = true;
    apps.values().forEach(app -> app.close(timeout));
  }
}
