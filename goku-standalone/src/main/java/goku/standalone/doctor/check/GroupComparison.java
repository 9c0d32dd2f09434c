package goku.standalone.doctor.check;

import goku.kafka.KafkaNames;
import goku.model.Namespace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/// A comparison of the prefix with those of running GokuS nodes. The topic of a namespace belongs
/// to one deployment, so a group with another prefix must not consume it. Groups whose names Kafka
/// hides from the user of the client are left out.
record GroupComparison(KafkaNames names, List<Namespace> namespaces) {
  List<Finding> findings(Admin admin, int timeoutMillis)
      throws ExecutionException, TimeoutException, InterruptedException {
    if (namespaces.isEmpty()) {
      return List.of();
    }
    var options = ListGroupsOptions.forConsumerGroups().timeoutMs(timeoutMillis);
    Collection<GroupListing> all = get(admin.listGroups(options).valid(), timeoutMillis);
    List<Finding> findings = new ArrayList<>();
    for (Namespace namespace : namespaces) {
      List<String> others =
          all.stream().map(GroupListing::groupId).filter(id -> isOther(id, namespace)).toList();
      for (var asked : admin.describeConsumerGroups(others).describedGroups().entrySet()) {
        try {
          if (consumes(get(asked.getValue(), timeoutMillis), namespace.kafkaTopic())) {
            findings.add(shared(asked.getKey(), namespace.kafkaTopic()));
          }
        } catch (ExecutionException failed) {
          unknown(asked.getKey(), failed).ifPresent(findings::add);
        }
      }
    }
    return findings;
  }

  private boolean isOther(String group, Namespace namespace) {
    return KafkaNames.prefixOfShortGroup(group, namespace.name())
        .filter(prefix -> !prefix.equals(names.prefix()))
        .isPresent();
  }

  private static boolean consumes(ConsumerGroupDescription group, String topic) {
    return group.members().stream()
        .flatMap(member -> member.assignment().topicPartitions().stream())
        .anyMatch(partition -> partition.topic().equals(topic));
  }

  /// Returns the finding on a group that cannot be described; empty if it was removed after it was
  /// listed. A user who may describe the cluster sees the names of all groups.
  static Optional<Finding> unknown(String group, ExecutionException failed)
      throws ExecutionException {
    return switch (failed.getCause()) {
      case GroupIdNotFoundException _ -> Optional.empty();
      case GroupAuthorizationException _ ->
          Optional.of(
              Finding.warn(
                  subject(group),
                  "has another prefix, and its topics cannot be looked at",
                  "grant DESCRIBE on it, or check that it belongs to another deployment"));
      case null, default -> throw failed;
    };
  }

  private static String subject(String group) {
    return "group " + group;
  }

  private Finding shared(String group, String topic) {
    return Finding.fail(
        subject(group),
        "consumes the topic %s, but kafka.prefix is %s".formatted(topic, names.prefix()),
        "set the same kafka.prefix for all processes of a deployment; another deployment needs"
            + " other topics for its namespaces");
  }

  private static <T> T get(KafkaFuture<T> future, int timeoutMillis)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(timeoutMillis, TimeUnit.MILLISECONDS);
  }
}
