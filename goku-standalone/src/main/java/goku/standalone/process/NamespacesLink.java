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

/// The namespaces of a process that publishes none: followed from its own file, from what is
/// published in its cluster, or for want of both the built-in ones for good.
final class NamespacesLink {
  /// A controller that is started at the same time publishes them within it.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private NamespacesLink() {}

  /// The namespaces in force, which the process shows at `/api/goku/namespaces` and tells the
  /// cluster of.
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

  /// Tells the cluster what is in force here, as long as the process lives.
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
    String yaml = registry.await(PATIENCE).orElseThrow(NamespacesLink::nonePublished);
    var followed =
        FollowedNamespaces.of(
            NamespacesText.of(yaml, "the namespaces in ZooKeeper"),
            "ZooKeeper",
            process.registry(),
            InstantSource.system());
    process.parts().opened(registry.watch(text -> followed.offer(text, "ZooKeeper")));
    return followed;
  }

  private static StartupProblem nonePublished() {
    return new StartupProblem(
        "no controller has published the namespaces within %s: start one, or set --namespaces"
            .formatted(PATIENCE));
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
