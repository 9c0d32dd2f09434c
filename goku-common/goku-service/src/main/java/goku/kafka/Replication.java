package goku.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/// The replication of topics that Goku creates.
///
/// Kafka's own default is one replica, whose loss is the loss of acknowledged datapoints. With
/// three replicas, of which two must acknowledge, one broker may be lost for good and another
/// restart at another time, without a lost record and without a refused one.
///
/// @param replicas 0 for three, or as many as there are brokers if these are fewer
public record Replication(int replicas) {
  /// The replication that follows from the number of brokers.
  public static final Replication DERIVED = new Replication(0);

  private static final int USUAL = 3;

  /// Returns the number of replicas in a cluster of brokers.
  int replicas(int brokers) {
    return replicas == 0 ? Math.clamp(brokers, 1, USUAL) : replicas;
  }

  /// Returns the number of replicas that must acknowledge a record. With one or two replicas it is
  /// one, also where the brokers' default is two: otherwise the topic would take no record while a
  /// broker is away, or never.
  static int inSync(int replicas) {
    return replicas < USUAL ? 1 : 2;
  }

  /// Returns a topic to create.
  ///
  /// @param brokers the number of brokers
  NewTopic topic(String name, int partitions, Map<String, String> config, int brokers) {
    int number = replicas(brokers);
    Map<String, String> all = new HashMap<>(config);
    all.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(inSync(number)));
    return new NewTopic(name, Optional.of(partitions), Optional.of((short) number)).configs(all);
  }
}
