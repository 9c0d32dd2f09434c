package goku.standalone.process;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.ServiceRole;
import goku.cluster.block.BlocklistFollower;
import goku.cluster.formats.FormatFollower;
import goku.cluster.helix.Participant;
import goku.cluster.helix.Placement;
import goku.cluster.rename.RenameFollower;
import goku.cluster.session.SessionWatch;
import goku.embedded.StartupProblem;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.query.shard.ShardData;
import goku.rpc.LocalStorageNode;
import goku.rpc.NodeHealth;
import goku.rpc.grpc.NodeServer;
import goku.rpc.grpc.RpcConfig;
import goku.service.ShardHolder;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The connection of a process to its cluster: ZooKeeper, the format level, and for nodes their
/// entry in the shard map and the RPC server. Owned by the thread that builds the process.
final class ClusterLink {
  private final ServiceProcess process;
  private final ClusterClient cluster;
  private final FormatFollower formats;
  private final BlocklistFollower blocks;
  private @Nullable RenameFollower renames;

  private ClusterLink(ServiceProcess process, ClusterConfig config) {
    this.process = process;
    cluster = process.parts().opened(new ClusterClient(config));
    process.parts().checked(new SessionWatch(cluster, process.registry())::check);
    cluster.start();
    // before anything is read or written whose format may be newer than this build
    formats =
        process
            .parts()
            .opened(
                new FormatFollower(
                    cluster,
                    process.name(),
                    FormatLevel.NEWEST,
                    process.registry(),
                    InstantSource.system()));
    formats.start();
    process.parts().checked(formats::check);
    blocks = process.parts().opened(new BlocklistFollower(cluster, process.registry()));
    blocks.start();
  }

  /// Returns the link of a process whose cluster is optional; empty without a cluster.
  static Optional<ClusterLink> of(ServiceProcess process, ClusterConfig config) {
    return config.zookeeper().isEmpty()
        ? Optional.empty()
        : Optional.of(new ClusterLink(process, config));
  }

  /// Returns the link of a process that requires a cluster.
  static ClusterLink required(ServiceProcess process, ClusterConfig config) {
    return of(process, config)
        .orElseThrow(
            () ->
                new StartupProblem(
                    "cluster.zookeeper is not set: set it to ZooKeeper's address,"
                        + " --cluster.zookeeper=host:2181"));
  }

  ClusterClient client() {
    return cluster;
  }

  /// Returns the blocklist of the cluster.
  BlocklistFollower blocks() {
    return blocks;
  }

  /// Returns the namespaces with the renamed metrics of the cluster. Called once.
  private Live<Namespaces> renamed(Live<Namespaces> inForce) {
    String name = process.name() + "-" + cluster.config().nodeName();
    renames =
        process.parts().opened(new RenameFollower(cluster, name, inForce, process.registry()));
    return renames.namespaces();
  }

  /// Returns the renamed metrics of the cluster. Requires that `shared` was called.
  ClusterRenames renames() {
    return new ClusterRenames(Objects.requireNonNull(renames, "the namespaces are not known"));
  }

  /// Returns the settings that the services of a process share. The namespaces are those of the
  /// file, or else the published ones, or else, without a cluster, the built-in ones. Without a
  /// cluster nothing is blocked, and the newest formats are written.
  static SharedSettings shared(ServiceProcess process, Optional<ClusterLink> link, Path file)
      throws InterruptedException {
    Live<Namespaces> inForce = NamespacesLink.open(process, link, file).live();
    return new SharedSettings(
        link.map(cluster -> cluster.renamed(inForce)).orElse(inForce),
        link.map(cluster -> cluster.blocks().blocklist())
            .orElseGet(() -> new Live<>(Blocklist.NONE)),
        link.<FormatLevel>map(cluster -> cluster.formats).orElseGet(FormatLevel::newest));
  }

  /// Serves the shards of this process to roots, and registers them in the cluster.
  void serve(
      ServiceRole service,
      Function<ShardId, Optional<ShardData>> shards,
      NodeHealth health,
      RpcConfig rpc,
      Map<Placement, ShardHolder> holders) {
    int threads = Runtime.getRuntime().availableProcessors();
    var node = process.parts().opened(new LocalStorageNode(shards, threads));
    var server =
        process
            .parts()
            .opened(new NodeServer(node, health, rpc, process.budget(), process.registry()));
    server.start();
    join(service, server.address(), holders);
  }

  /// Registers this process in the cluster, which may then assign shards to it.
  void join(ServiceRole service, String address, Map<Placement, ShardHolder> holders) {
    var participant =
        process
            .parts()
            .opened(new Participant(cluster, service, address, holders, process.registry()));
    participant.start();
    // a joined process continues while ZooKeeper is unavailable, and must not be taken out of
    // service for that
    process.parts().checkedOnce(participant::check);
  }
}
