package goku.standalone.doctor.check;

import goku.kafka.Topics;
import goku.model.Namespace;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.TopicConfig;

/// The required properties of a topic.
///
/// @param partitions 0 for any number
/// @param allowsMore whether more partitions do no harm
/// @param config required values; lower bounds for retention and sizes
/// @param rights the permissions that the service needs
public record TopicRule(
    String topic,
    int partitions,
    boolean allowsMore,
    Map<String, String> config,
    Set<AclOperation> rights) {
  public TopicRule {
    config = Map.copyOf(config);
    rights = Set.copyOf(rights);
  }

  /// Returns the rule of a namespace's topic.
  public static TopicRule of(Namespace namespace, Set<AclOperation> rights) {
    return new TopicRule(
        namespace.kafkaTopic(),
        namespace.sharding().shards(),
        true,
        Topics.namespaceConfig(namespace),
        rights);
  }

  /// Returns the rule of a compacted topic that services read as a whole.
  public static TopicRule compacted(String topic, Set<AclOperation> rights) {
    return new TopicRule(
        topic,
        1,
        false,
        Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT),
        rights);
  }

  /// Returns the rule of a topic without requirements.
  public static TopicRule any(String topic, Set<AclOperation> rights) {
    return new TopicRule(topic, 0, true, Map.of(), rights);
  }

  /// Returns whether the value of a topic meets the rule.
  boolean allows(String name, String value) {
    String wanted = config.get(name);
    if (wanted == null || wanted.equals(value)) {
      return true;
    }
    return switch (name) {
      case TopicConfig.RETENTION_MS_CONFIG ->
          value.equals("-1") || Long.parseLong(value) >= Long.parseLong(wanted);
      case TopicConfig.MAX_MESSAGE_BYTES_CONFIG -> Long.parseLong(value) >= Long.parseLong(wanted);
      default -> false;
    };
  }
}
