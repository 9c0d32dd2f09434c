package goku.cluster.helix;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.service.ClusterException;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.helix.ConfigAccessor;
import org.apache.helix.HelixAdmin;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.controller.rebalancer.DelayedAutoRebalancer;
import org.apache.helix.controller.rebalancer.strategy.CrushEdRebalanceStrategy;
import org.apache.helix.manager.zk.ZKHelixAdmin;
import org.apache.helix.manager.zk.ZKHelixManager;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.IdealState.RebalanceMode;
import org.apache.helix.model.OnlineOfflineSMD;
import org.apache.helix.model.builder.FullAutoModeISBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The setup of the Helix clusters and their resources. Brings them to the configured state from
/// any state: nothing, a partial setup by a controller that died, or older settings.
public final class HelixSetup {
  private static final Logger LOG = LoggerFactory.getLogger(HelixSetup.class);

  /// The interval in milliseconds at which Helix re-examines everything. Otherwise Helix misses
  /// events if its controller cannot reach ZooKeeper for longer than its timeout (its issue 3005).
  private static final long LOOK_AGAIN_MILLIS = 5_000;

  private final ClusterClient cluster;
  private final Namespaces namespaces;
  private final PlacementConfig config;

  public HelixSetup(ClusterClient cluster, Namespaces namespaces, PlacementConfig config) {
    this.cluster = cluster;
    this.namespaces = namespaces;
    this.config = config;
  }

  /// Sets up everything. Only one process may do this at a time.
  public void run() {
    String servers = cluster.config().zookeeper();
    HelixAdmin admin = new ZKHelixAdmin.Builder().setZkAddress(servers).build();
    ConfigAccessor configs = new ConfigAccessor.Builder().setZkAddress(servers).build();
    try {
      for (ServiceRole service : ServiceRole.values()) {
        setUp(admin, configs, service);
      }
    } finally {
      configs.close();
      admin.close();
    }
  }

  private void setUp(HelixAdmin admin, ConfigAccessor configs, ServiceRole service) {
    String name = service.helixCluster();
    admin.addCluster(name, false);
    finishHalfMade(name);
    admin.addStateModelDef(name, OnlineOfflineSMD.name, OnlineOfflineSMD.build(), false);
    configs.setClusterConfig(name, settings(name));
    for (Placement placement : Placement.values()) {
      if (placement.service() == service) {
        namespaces.all().forEach(namespace -> place(admin, placement, namespace));
        namespaces.removed().forEach(namespace -> drop(admin, placement, namespace));
      }
    }
    ReadyMark.set(cluster, service);
  }

  private ClusterConfig settings(String name) {
    var settings = new ClusterConfig(name);
    settings.setTopology("/zone/instance");
    settings.setFaultZoneType("zone");
    settings.setTopologyAwareEnabled(true);
    settings.setDelayRebalaceEnabled(true);
    settings.setRebalanceDelayTime(config.delay().toMillis());
    settings.setRebalanceTimePeriod(LOOK_AGAIN_MILLIS);
    // Helix reads the setting by this name, for which there is no setter
    settings.getRecord().setSimpleField(ZKHelixManager.ALLOW_PARTICIPANT_AUTO_JOIN, "true");
    return settings;
  }

  private void place(HelixAdmin admin, Placement placement, Namespace namespace) {
    int shards = placement.shards(namespace);
    if (shards == 0) {
      return;
    }
    String helixCluster = placement.service().helixCluster();
    String resource = placement.resource(namespace.name());
    IdealState wanted = idealState(resource, shards, config.replicas(placement));
    IdealState found = admin.getResourceIdealState(helixCluster, resource);
    if (found == null) {
      admin.addResource(helixCluster, resource, wanted);
      LOG.info("placement created shards={} resource={}", shards, resource);
    } else if (!found.getRecord().getSimpleFields().equals(wanted.getRecord().getSimpleFields())) {
      admin.setResourceIdealState(helixCluster, resource, wanted);
      LOG.info("placement rules changed shards={} resource={}", shards, resource);
    }
  }

  /// The nodes release the shards of a dropped resource.
  private static void drop(HelixAdmin admin, Placement placement, Namespace namespace) {
    String helixCluster = placement.service().helixCluster();
    String resource = placement.resource(namespace.name());
    if (admin.getResourceIdealState(helixCluster, resource) != null) {
      admin.dropResource(helixCluster, resource);
      LOG.info("placement of a removed namespace dropped resource={}", resource);
    }
  }

  private static IdealState idealState(String resource, int shards, int replicas) {
    var builder = new FullAutoModeISBuilder(resource);
    for (int shard = 0; shard < shards; shard++) {
      builder.add(resource + "_" + shard);
    }
    return builder
        .setNumPartitions(shards)
        .setNumReplica(replicas)
        // with more, Helix would not wait for a node that restarts
        .setMinActiveReplica(replicas - 1)
        .setStateModel(OnlineOfflineSMD.name)
        .setRebalancerMode(RebalanceMode.FULL_AUTO)
        .setRebalancerClass(DelayedAutoRebalancer.class.getName())
        .setRebalanceStrategy(CrushEdRebalanceStrategy.class.getName())
        .build();
  }

  /// Creates missing paths, because Helix considers a cluster complete once its root exists.
  private void finishHalfMade(String name) {
    List<String> needed =
        List.of(
            PropertyPathBuilder.idealState(name),
            PropertyPathBuilder.clusterConfig(name),
            PropertyPathBuilder.instanceConfig(name),
            PropertyPathBuilder.resourceConfig(name),
            PropertyPathBuilder.customizedStateConfig(name),
            PropertyPathBuilder.propertyStore(name),
            PropertyPathBuilder.liveInstance(name),
            PropertyPathBuilder.instance(name),
            PropertyPathBuilder.externalView(name),
            PropertyPathBuilder.controller(name),
            PropertyPathBuilder.stateModelDef(name),
            PropertyPathBuilder.controllerMessage(name),
            PropertyPathBuilder.controllerError(name),
            PropertyPathBuilder.controllerStatusUpdate(name),
            PropertyPathBuilder.controllerHistory(name));
    createMissing(cluster.curator(), needed);
  }

  static void createMissing(CuratorFramework curator, List<String> paths) {
    for (String path : paths) {
      try {
        if (curator.checkExists().forPath(path) == null) {
          curator.create().orSetData().creatingParentsIfNeeded().forPath(path, new byte[0]);
        }
      } catch (Exception failed) {
        throw new ClusterException("cannot create " + path, failed);
      }
    }
  }
}
