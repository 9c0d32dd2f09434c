package goku.cluster.helix;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.LiveFields;
import goku.cluster.ServiceRole;
import goku.service.ClusterException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.helix.HelixAdmin;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.HelixException;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.PropertyKey;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.manager.zk.ZKHelixAdmin;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.OnlineOfflineSMD;
import org.apache.helix.model.ParticipantHistory;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A node as a member of the Helix cluster of its service.
final class NodeMember implements Membership.Kind {
  private static final Logger LOG = LoggerFactory.getLogger(NodeMember.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /// The name of a field of `ParticipantHistory` that Helix does not export.
  static final String LAST_OFFLINE_TIME = "LAST_OFFLINE_TIME";

  private final ClusterClient cluster;
  private final ClusterConfig config;
  private final ServiceRole service;
  private final String address;
  private final HeldShards shards;
  private String waitsFor = "";

  NodeMember(ClusterClient cluster, ServiceRole service, String address, HeldShards shards) {
    this.cluster = cluster;
    this.config = cluster.config();
    this.service = service;
    this.address = address;
    this.shards = shards;
  }

  @Override
  public String name() {
    return service.label() + " " + config.nodeName();
  }

  @Override
  public String waitsFor() {
    return waitsFor;
  }

  @Override
  public @Nullable HelixManager join() throws Exception {
    if (!ReadyMark.isSet(cluster, service)) {
      waitsFor =
          "waiting for a controller to set up the cluster; check that `goku controller` runs";
      return null;
    }
    if (!oldSessionEnded()) {
      waitsFor =
          "cannot join service=%s with node-name=%s: another node uses this name; choose another one"
              .formatted(service.label(), config.nodeName());
      return null;
    }
    register();
    HelixManager manager = HelixConnections.of(config, service, InstanceType.PARTICIPANT);
    manager
        .getStateMachineEngine()
        .registerStateModelFactory(OnlineOfflineSMD.name, new ShardModels(shards));
    manager.setLiveInstanceInfoProvider(this::liveFields);
    try {
      manager.connect();
    } catch (Exception failed) {
      HelixConnections.end(manager);
      throw failed;
    }
    return manager;
  }

  @Override
  public boolean isMember(HelixManager manager) throws Exception {
    Stat entry = liveEntry();
    return entry != null
        && manager.isConnected()
        && entry.getEphemeralOwner() == Long.parseUnsignedLong(manager.getSessionId(), 16);
  }

  @Override
  public void tend(HelixManager manager) {
    sayOnline(manager);
    retryFailed(manager);
  }

  /// Corrects the node's last offline time. A controller that sees a node join may later overwrite
  /// the node's own entry with an earlier absence. Helix would then count the next absence from
  /// that time and move the node's shards without the delay.
  private void sayOnline(HelixManager manager) {
    HelixDataAccessor accessor = manager.getHelixDataAccessor();
    PropertyKey key = accessor.keyBuilder().participantHistory(config.nodeName());
    ParticipantHistory history = accessor.getProperty(key);
    if (history != null && history.getLastOfflineTime() != ParticipantHistory.ONLINE) {
      history
          .getRecord()
          .setSimpleField(LAST_OFFLINE_TIME, Long.toString(ParticipantHistory.ONLINE));
      accessor.setProperty(key, history);
      LOG.info("node marked online again node={}", name());
    }
  }

  private void retryFailed(HelixManager manager) {
    for (HeldShards.Failure failure : shards.due()) {
      try {
        manager
            .getClusterManagmentTool()
            .resetPartition(
                service.helixCluster(),
                config.nodeName(),
                failure.resource(),
                List.of(failure.partition()));
      } catch (HelixException notInError) {
        LOG.debug(
            "partition not retried, not in error state partition={}",
            failure.partition(),
            notInError);
      }
    }
  }

  /// Waits for the end of the session of a dead process with the same name. Helix would also wait,
  /// but five seconds longer than needed.
  private boolean oldSessionEnded() throws Exception {
    long end = System.nanoTime() + 2 * config.sessionTimeout().toNanos();
    while (liveEntry() != null) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      Thread.sleep(LOOK_EVERY);
    }
    return true;
  }

  private @Nullable Stat liveEntry() throws Exception {
    return cluster.curator().checkExists().forPath(service.livePath() + "/" + config.nodeName());
  }

  /// Registers the node with Helix, or updates its zone.
  private void register() {
    HelixAdmin admin = new ZKHelixAdmin.Builder().setZkAddress(config.zookeeper()).build();
    try {
      String helixCluster = service.helixCluster();
      String node = config.nodeName();
      String domain = "zone=%s,instance=%s".formatted(config.zone(), node);
      InstanceConfig found =
          admin.getInstancesInCluster(helixCluster).contains(node)
              ? admin.getInstanceConfig(helixCluster, node)
              : null;
      if (found == null) {
        admin.addInstance(helixCluster, new InstanceConfig.Builder().setDomain(domain).build(node));
      } else if (!Objects.equals(found.getDomainAsString(), domain)) {
        found.setDomain(domain);
        admin.setInstanceConfig(helixCluster, node, found);
      }
      finishHalfMade(helixCluster, node);
    } catch (HelixException failed) {
      throw new ClusterException("cannot register this node with Helix", failed);
    } finally {
      admin.close();
    }
  }

  /// Creates missing paths, because Helix does not let a node join whose creation was interrupted.
  private void finishHalfMade(String helixCluster, String node) {
    HelixSetup.createMissing(
        cluster.curator(),
        List.of(
            PropertyPathBuilder.instanceMessage(helixCluster, node),
            PropertyPathBuilder.instanceCurrentState(helixCluster, node),
            PropertyPathBuilder.instanceTaskCurrentState(helixCluster, node),
            PropertyPathBuilder.instanceCustomizedState(helixCluster, node),
            PropertyPathBuilder.instanceError(helixCluster, node),
            PropertyPathBuilder.instanceStatusUpdate(helixCluster, node),
            PropertyPathBuilder.instanceHistory(helixCluster, node)));
  }

  private ZNRecord liveFields() {
    var record = new ZNRecord(config.nodeName());
    record.setSimpleField(LiveFields.ZONE, config.zone());
    record.setSimpleField(LiveFields.ADDRESS, address);
    return record;
  }
}
