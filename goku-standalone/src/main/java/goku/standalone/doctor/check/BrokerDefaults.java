package goku.standalone.doctor.check;

import java.util.ArrayList;
import java.util.List;

/// The brokers' defaults for new topics, compared with the number of brokers. Goku sets both for
/// the topics that it creates. Topics that others create, such as those of other producers, take
/// the defaults.
///
/// @param brokers the number of live brokers
/// @param replicas `default.replication.factor`
/// @param inSync `min.insync.replicas`
record BrokerDefaults(int brokers, int replicas, int inSync) {
  private static final String SUBJECT = "kafka defaults";

  List<Finding> findings() {
    List<Finding> all = new ArrayList<>();
    if (brokers > 1 && replicas == 1) {
      all.add(
          Finding.warn(
              SUBJECT,
              "default.replication.factor is 1, of %d brokers".formatted(brokers),
              "set it to %d: acknowledged records of topics that others create are lost with their broker"
                  .formatted(Math.min(3, brokers))));
    }
    if (replicas > brokers) {
      all.add(
          Finding.warn(
              SUBJECT,
              "default.replication.factor is %d, of %d brokers".formatted(replicas, brokers),
              "start the missing brokers, or lower it: topics cannot be created"));
    }
    if (inSync > replicas) {
      all.add(
          Finding.warn(
              SUBJECT,
              "min.insync.replicas is %d, of %d replicas".formatted(inSync, replicas),
              "lower it: new topics accept no record with acks=all"));
    } else if (replicas > 1 && inSync == replicas) {
      all.add(
          Finding.warn(
              SUBJECT,
              "min.insync.replicas is %d, of %d replicas".formatted(inSync, replicas),
              "set it to %d: while one broker is away, new topics accept no record"
                  .formatted(replicas - 1)));
    } else if (replicas > 2 && inSync == 1) {
      all.add(
          Finding.warn(
              SUBJECT,
              "min.insync.replicas is 1, of %d replicas".formatted(replicas),
              "set it to 2: one broker alone may acknowledge a record, which is lost with it"));
    }
    return all;
  }
}
