package goku.cluster.helix;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.telemetry.Check;
import java.util.ArrayList;
import java.util.List;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.jspecify.annotations.Nullable;

/// The Helix controllers of this process, one for each service. Several processes may have them;
/// Helix lets one per service work.
public final class Controllers implements AutoCloseable {
  private final List<Membership> memberships = new ArrayList<>();

  public Controllers(ClusterClient cluster) {
    for (ServiceRole service : ServiceRole.values()) {
      memberships.add(new Membership(cluster, new Controller(cluster, service)));
    }
  }

  /// Starts the controllers without waiting. Each begins once its cluster is set up.
  public void start() {
    memberships.forEach(Membership::start);
  }

  public List<Check> checks() {
    return memberships.stream().map(Membership::check).toList();
  }

  @Override
  public void close() {
    memberships.forEach(Membership::stop);
    memberships.forEach(Membership::close);
  }

  private record Controller(ClusterClient cluster, ServiceRole service) implements Membership.Kind {
    @Override
    public String name() {
      return "controller of " + service.label();
    }

    @Override
    public String waitsFor() {
      return "waiting for the leading controller to set up the cluster";
    }

    @Override
    public @Nullable HelixManager join() throws Exception {
      if (!ReadyMark.isSet(cluster, service)) {
        return null;
      }
      HelixManager manager =
          HelixConnections.of(cluster.config(), service, InstanceType.CONTROLLER);
      try {
        manager.connect();
      } catch (Exception failed) {
        HelixConnections.end(manager);
        throw failed;
      }
      return manager;
    }

    /// Returns whether some controller leads, this one or another.
    @Override
    public boolean isMember(HelixManager manager) throws Exception {
      String leader = "/" + service.helixCluster() + "/CONTROLLER/LEADER";
      return manager.isConnected() && cluster.curator().checkExists().forPath(leader) != null;
    }
  }
}
