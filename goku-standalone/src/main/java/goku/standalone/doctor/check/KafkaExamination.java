package goku.standalone.doctor.check;

import goku.kafka.KafkaConfig;
import goku.model.Namespace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/// A check that Kafka answers, that its topics are as required, and that all GokuS nodes have the
/// same prefix.
///
/// @param namespaces empty if they are unknown
public record KafkaExamination(KafkaConfig kafka, List<TopicRule> rules, List<Namespace> namespaces)
    implements Examination {
  private static final int TIMEOUT_MILLIS = 10_000;

  public KafkaExamination {
    rules = List.copyOf(rules);
    namespaces = List.copyOf(namespaces);
  }

  @Override
  public String subject() {
    return "kafka";
  }

  @Override
  public List<Finding> examine() throws InterruptedException {
    // a client would retry for long what the system reports at once
    var servers =
        new ServersExamination(subject(), "bootstrap-servers", kafka.bootstrapServers()).examine();
    List<Finding> findings =
        new ArrayList<>(servers.stream().filter(one -> one.level() != Finding.Level.OK).toList());
    if (findings.size() == kafka.bootstrapServers().split(",", -1).length) {
      return findings;
    }
    Map<String, Object> settings = new HashMap<>(kafka.clientProperties());
    settings.put("default.api.timeout.ms", TIMEOUT_MILLIS);
    settings.put("request.timeout.ms", TIMEOUT_MILLIS / 2);
    try (Admin admin = Admin.create(settings)) {
      Collection<Node> nodes = get(admin.describeCluster().nodes());
      int brokers = nodes.size();
      findings.add(
          Finding.ok(
              subject(), "%d brokers answer at %s".formatted(brokers, kafka.bootstrapServers())));
      findings.addAll(defaults(admin, nodes));
      for (TopicRule rule : rules) {
        findings.addAll(topic(admin, rule, brokers));
      }
      findings.addAll(
          new GroupComparison(kafka.names(), namespaces).findings(admin, TIMEOUT_MILLIS));
      return findings;
    } catch (ExecutionException | TimeoutException | KafkaException away) {
      Throwable why = away.getCause() == null ? away : away.getCause();
      return List.of(
          Finding.fail(
              subject(),
              "%s does not answer: %s".formatted(kafka.bootstrapServers(), why.getMessage()),
              "check bootstrap-servers and that Kafka runs; for TLS or passwords, the properties of"
                  + " its clients"));
    }
  }

  /// Reads the defaults of one broker. All brokers should have the same.
  private static List<Finding> defaults(Admin admin, Collection<Node> brokers)
      throws TimeoutException, InterruptedException {
    String broker = brokers.stream().findFirst().map(Node::idString).orElse("");
    var resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
    try {
      Config config = get(admin.describeConfigs(List.of(resource)).all()).get(resource);
      return new BrokerDefaults(
              brokers.size(),
              number(config, "default.replication.factor"),
              number(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG))
          .findings();
    } catch (ExecutionException failed) {
      return List.of(
          Finding.warn(
              "kafka defaults",
              "cannot be looked at: " + String.valueOf(failed.getCause()),
              "grant DESCRIBE_CONFIGS on the cluster, or compare default.replication.factor and"
                  + " min.insync.replicas with the number of brokers"));
    }
  }

  private static int number(@Nullable Config config, String name) {
    ConfigEntry entry = config == null ? null : config.get(name);
    return entry == null ? 1 : Integer.parseInt(entry.value());
  }

  private static List<Finding> topic(Admin admin, TopicRule rule, int brokers)
      throws ExecutionException, TimeoutException, InterruptedException {
    try {
      var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
      var described = admin.describeTopics(List.of(rule.topic()), options).allTopicNames();
      TopicDescription topic = get(described).get(rule.topic());
      if (topic == null) {
        return List.of(absent(rule));
      }
      var resource = new ConfigResource(ConfigResource.Type.TOPIC, rule.topic());
      Map<String, String> config = new HashMap<>();
      if (!rule.config().isEmpty()) {
        get(admin.describeConfigs(List.of(resource)).all())
            .values()
            .forEach(
                all -> all.entries().forEach(entry -> config.put(entry.name(), entry.value())));
      }
      return new TopicComparison(rule, topic, config, brokers).findings();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        return List.of(absent(rule));
      }
      return List.of(
          Finding.fail(
              "topic " + rule.topic(),
              "cannot be looked at: " + String.valueOf(failed.getCause()),
              "grant DESCRIBE and DESCRIBE_CONFIGS on it"));
    }
  }

  private static Finding absent(TopicRule rule) {
    return Finding.warn(
        "topic " + rule.topic(),
        "is not there",
        "the services make it when they start, if they may CREATE topics");
  }

  private static <T> T get(KafkaFuture<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }
}
