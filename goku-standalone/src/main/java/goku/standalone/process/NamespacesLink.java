package goku.standalone.process;

import goku.cluster.ClusterClient;
import goku.cluster.Followers;
import goku.cluster.NamespaceRegistry;
import goku.config.Problem;
import goku.embedded.StartupProblem;
import goku.file.FileWatch;
import goku.namespace.FollowedNamespaces;
import goku.namespace.NamespacesText;
import goku.service.Parts;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The namespaces of a process that does not publish any: followed from its own file, or from the
/// cluster, or else the built-in ones, which never change.
final class NamespacesLink {
  /// The wait for published namespaces. A controller that starts at the same time publishes them in
  /// less.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(NamespacesLink.class);

  private NamespacesLink() {}

  /// Returns the namespaces in force. The process shows them at `/api/goku/namespaces` and reports
  /// them to the cluster.
  static FollowedNamespaces open(ServiceProcess process, Optional<ClusterLink> link, Path file)
      throws InterruptedException {
    FollowedNamespaces followed =
        file.toString().isEmpty() && link.isPresent()
            ? published(process, link.get().client())
            : own(process, NamespacesSource.of(file));
    NamespacesJson.addTo(process.routes(), followed::state);
    link.ifPresent(cluster -> tell(process.parts(), cluster.client(), process.name(), followed));
    return followed;
  }

  /// Reports the namespaces in force to the cluster, for the life of the process.
  static void tell(
      Parts parts, ClusterClient cluster, String service, FollowedNamespaces followed) {
    parts.opened(Followers.tell(cluster, service + "-" + cluster.config().nodeName(), followed));
  }

  private static FollowedNamespaces own(ServiceProcess process, NamespacesSource source) {
    MeterRegistry registry = process.registry();
    var followed =
        FollowedNamespaces.of(source.read(), source.name(), registry, InstantSource.system());
    source
        .file()
        .ifPresent(
            file -> process.parts().opened(new FileWatch(file, new Offer(followed, file))).start());
    return followed;
  }

  private static FollowedNamespaces published(ServiceProcess process, ClusterClient cluster)
      throws InterruptedException {
    var registry = new NamespaceRegistry(cluster);
    Optional<String> there = registry.read();
    String yaml = there.isPresent() ? there.get() : awaited(registry, cluster);
    var followed =
        FollowedNamespaces.of(
            NamespacesText.of(yaml, "the namespaces in ZooKeeper"),
            "ZooKeeper",
            process.registry(),
            InstantSource.system());
    process.parts().opened(registry.watch(text -> followed.offer(text, "ZooKeeper")));
    return followed;
  }

  private static String awaited(NamespaceRegistry registry, ClusterClient cluster)
      throws InterruptedException {
    String zooKeeper = cluster.config().zookeeper();
    long seconds = PATIENCE.toSeconds();
    LOG.info(
        "waiting for a controller to publish the namespaces zookeeper={} limit={}s",
        zooKeeper,
        seconds);
    return registry
        .await(PATIENCE)
        .orElseThrow(
            () ->
                new StartupProblem(
                    "cannot start: no controller has published the namespaces in zookeeper=%s within %d s; start goku controller first, or set --namespaces"
                        .formatted(zooKeeper, seconds)));
  }

  private record Offer(FollowedNamespaces followed, Path file) implements FileWatch.Listener {
    @Override
    public void changed(byte[] content) {
      followed.offer(content, file.toString());
    }

    @Override
    public void unreadable(IOException why) {
      var problem = new Problem(file.toString(), "", "", "cannot be read: " + why);
      followed.refuse(file.toString(), "", List.of(problem));
    }
  }
}
