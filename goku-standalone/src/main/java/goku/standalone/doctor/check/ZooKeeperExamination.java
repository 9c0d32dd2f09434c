package goku.standalone.doctor.check;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.cluster.status.ClusterProbe;
import goku.service.ClusterException;
import java.util.ArrayList;
import java.util.List;

/// A check that ZooKeeper answers and is writable, which also lists the live members of the
/// cluster.
///
/// @param client started by this check
public record ZooKeeperExamination(ClusterClient client, ClusterProbe cluster)
    implements Examination {
  @Override
  public String subject() {
    return "zookeeper";
  }

  @Override
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    try {
      client.start();
      cluster.writtenAt();
      findings.add(Finding.ok(subject(), "can be written"));
    } catch (ClusterException refused) {
      return List.of(
          Finding.fail(
              subject(),
              String.valueOf(refused.getMessage()),
              "look at its log and at the ACLs of /goku"));
    }
    int controllers = cluster.controllers();
    findings.add(
        controllers > 0
            ? Finding.ok("controllers", controllers + " live")
            : Finding.warn(
                "controllers",
                "none lives",
                "nothing is placed and no shard map published: start ./goku controller"));
    for (ServiceRole service : ServiceRole.values()) {
      findings.add(nodes(service));
    }
    return findings;
  }

  private Finding nodes(ServiceRole service) {
    List<String> live = cluster.live(service);
    String subject = "nodes of " + service.label();
    return live.isEmpty()
        ? Finding.warn(subject, "none lives", "start ./goku " + service.label())
        : Finding.ok(subject, String.join(", ", live));
  }
}
