package goku.standalone.process;

import goku.cluster.ClusterConfig;
import goku.cluster.ServiceRole;
import goku.cluster.helix.Placement;
import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.compactor.Ownership;
import goku.config.Key;
import goku.http.HttpConfig;
import java.nio.file.Path;
import java.util.Map;

/// The command `goku compactor`: a compactor in a process of its own. Without a cluster it works
/// for all shards.
public record CompactorProcess(
    @Key(
            value = "namespaces",
            doc =
                "namespaces file; empty uses the controller's published namespaces, or without a"
                    + " cluster the built-in one.")
        Path namespaces,
    @Key(value = "http", doc = "port for health, metrics and status") HttpConfig http,
    @Key(value = "cluster", doc = "cluster of the node") ClusterConfig cluster,
    @Key(value = "compactor", doc = "The compactor.") CompactorConfig compactor) {

  public static int run(CompactorProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("compactor")) {
      var link = ClusterLink.of(process, config.cluster());
      var clock =
          process.clock(link, config.compactor().objectStore(), config.compactor().directory());
      var shared = ClusterLink.shared(process, link, config.namespaces());
      var service =
          process
              .parts()
              .started(
                  new CompactorService(
                      config.compactor(),
                      shared,
                      process.registry(),
                      clock.earliest(),
                      link.isPresent()
                          ? Ownership.none()
                          : Ownership.all(shared.namespaces().current())));
      String name = config.cluster().nodeName();
      service.addRoutes(process.routes(), name);
      link.ifPresent(
          cluster ->
              cluster.join(
                  ServiceRole.COMPACTOR,
                  name + ":" + config.http().port(),
                  Map.of(
                      Placement.SHUFFLE, service.shuffling(),
                      Placement.COMPACT, service.compacting())));
      return process.serve(config.http());
    }
  }
}
