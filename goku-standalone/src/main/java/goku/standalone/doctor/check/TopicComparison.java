package goku.standalone.doctor.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;

/// A comparison of a topic with its rule.
///
/// @param config the topic's values of the keys in the rule
/// @param brokers the number of live brokers
record TopicComparison(
    TopicRule rule, TopicDescription topic, Map<String, String> config, int brokers) {
  List<Finding> findings() {
    List<Finding> all = new ArrayList<>();
    partitions(all);
    settings(all);
    rights(all);
    replicas(all);
    if (all.isEmpty()) {
      all.add(Finding.ok(subject(), topic.partitions().size() + " partitions, as it has to be"));
    }
    return all;
  }

  private String subject() {
    return "topic " + rule.topic();
  }

  private void partitions(List<Finding> all) {
    int found = topic.partitions().size();
    if (rule.partitions() == 0 || found == rule.partitions()) {
      return;
    }
    if (found > rule.partitions() && rule.allowsMore()) {
      all.add(
          Finding.warn(
              subject(),
              "%d partitions, %d are used".formatted(found, rule.partitions()),
              "nothing: a partition is a shard, and the others stay empty"));
    } else {
      all.add(
          Finding.fail(
              subject(),
              "%d partitions, %d are needed".formatted(found, rule.partitions()),
              "create the topic anew, or add partitions if there are too few"));
    }
  }

  private void settings(List<Finding> all) {
    new TreeMap<>(rule.config())
        .forEach(
            (name, wanted) -> {
              String value = config.getOrDefault(name, "");
              if (value.isEmpty() || !rule.allows(name, value)) {
                all.add(
                    Finding.fail(
                        subject(),
                        "%s is %s, %s is needed".formatted(name, value, wanted),
                        "kafka-configs.sh --alter --entity-type topics --entity-name %s --add-config %s=%s"
                            .formatted(rule.topic(), name, wanted)));
              }
            });
  }

  private void rights(List<Finding> all) {
    Set<AclOperation> granted = topic.authorizedOperations();
    if (granted == null) {
      return;
    }
    Set<AclOperation> missing = new TreeSet<>(rule.rights());
    missing.removeAll(granted);
    if (!missing.isEmpty()) {
      all.add(
          Finding.fail(
              subject(),
              "the user of the client may not %s".formatted(missing),
              "kafka-acls.sh --add --topic %s --operation %s --allow-principal User:…"
                  .formatted(rule.topic(), missing.iterator().next())));
    }
  }

  private void replicas(List<Finding> all) {
    long lacking =
        topic.partitions().stream()
            .filter(partition -> partition.isr().size() < partition.replicas().size())
            .count();
    if (lacking > 0) {
      all.add(
          Finding.warn(
              subject(),
              "%d partitions have fewer replicas in sync than they should".formatted(lacking),
              "look which brokers are away: kafka-topics.sh --describe"));
    }
    long single =
        topic.partitions().stream().filter(partition -> partition.replicas().size() == 1).count();
    if (brokers > 1 && single > 0) {
      all.add(
          Finding.warn(
              subject(),
              "%d partitions have one replica, of %d brokers".formatted(single, brokers),
              "acknowledged records are lost with their broker: raise it to 3"));
    }
  }
}
