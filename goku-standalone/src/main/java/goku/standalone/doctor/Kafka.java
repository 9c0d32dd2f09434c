package goku.standalone.doctor;

import goku.kafka.KafkaConfig;
import goku.kafka.KafkaNames;
import goku.model.Namespace;
import goku.standalone.agent.AgentConfig;
import goku.standalone.doctor.check.Examination;
import goku.standalone.doctor.check.KafkaExamination;
import goku.standalone.doctor.check.TopicRule;
import goku.standalone.process.ControllerProcess;
import goku.standalone.process.IngestProcess;
import goku.standalone.process.RootProcess;
import goku.standalone.process.ShortProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;

/// The checks of Kafka for each service.
final class Kafka {
  private static final Set<AclOperation> READ = Set.of(AclOperation.READ);
  private static final Set<AclOperation> WRITE = Set.of(AclOperation.WRITE);
  private static final Set<AclOperation> BOTH = Set.of(AclOperation.READ, AclOperation.WRITE);

  private Kafka() {}

  /// @param namespaces empty if they are unknown
  static List<Examination> examinations(
      Record config, Settings settings, List<Namespace> namespaces) {
    List<Examination> all = new ArrayList<>();
    settings
        .all(KafkaConfig.class)
        .values()
        .forEach(
            kafka ->
                all.add(
                    new KafkaExamination(
                        kafka, rules(config, kafka.names(), namespaces), namespaces)));
    for (AgentConfig agent : settings.all(AgentConfig.class).values()) {
      all.add(
          new KafkaExamination(
              agent.kafka(), List.of(TopicRule.any(agent.topic(), WRITE)), List.of()));
    }
    return all;
  }

  private static List<TopicRule> rules(
      Record config, KafkaNames names, List<Namespace> namespaces) {
    List<TopicRule> rules = new ArrayList<>();
    switch (config) {
      case IngestProcess ingest -> {
        ingest.ingest().input().topics().forEach(topic -> rules.add(TopicRule.any(topic, READ)));
        rules.add(TopicRule.any(ingest.ingest().input().rejectedTopic(), WRITE));
        namespaces.forEach(one -> rules.add(TopicRule.of(one, WRITE)));
      }
      case ControllerProcess controller ->
          controller.input().topics().forEach(topic -> rules.add(TopicRule.any(topic, READ)));
      case ShortProcess _ -> namespaces.forEach(one -> rules.add(TopicRule.of(one, BOTH)));
      case RootProcess root -> {
        rules.addAll(ofRoots(names, BOTH));
        if (root.root().allowDelete()) {
          namespaces.forEach(one -> rules.add(TopicRule.of(one, WRITE)));
        }
      }
      default -> {
        rules.addAll(ofRoots(names, Set.of()));
        namespaces.forEach(one -> rules.add(TopicRule.of(one, Set.of())));
      }
    }
    return rules;
  }

  private static List<TopicRule> ofRoots(KafkaNames names, Set<AclOperation> rights) {
    return List.of(
        TopicRule.compacted(names.annotations(), rights),
        TopicRule.compacted(names.metadata(), rights),
        TopicRule.compacted(names.queriedMetrics(), rights));
  }
}
