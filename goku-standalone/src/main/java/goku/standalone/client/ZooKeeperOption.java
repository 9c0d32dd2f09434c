package goku.standalone.client;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import picocli.CommandLine.Option;

/// The option of commands for a whole cluster, which find it by its ZooKeeper. The variable is the
/// one of services, so commands beside a service need no option.
public final class ZooKeeperOption {
  /// The variable with the servers.
  public static final String VARIABLE = "${env:GOKU_CLUSTER_ZOOKEEPER}";

  @Option(
      names = "--zookeeper",
      paramLabel = "SERVERS",
      required = true,
      defaultValue = VARIABLE,
      description =
          "ZooKeeper servers, host:port separated by commas; without it those of the variable"
              + " GOKU_CLUSTER_ZOOKEEPER")
  private String servers = "";

  /// Returns a client that was not started.
  ///
  /// @param command the name of the command
  public ClusterClient client(String command) {
    return new ClusterClient(new ClusterConfig(servers, "", command));
  }
}
