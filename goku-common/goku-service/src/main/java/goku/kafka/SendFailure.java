package goku.kafka;

import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The texts of failures of Kafka's clients, with the cause and the remedy. A client that cannot
/// reach any broker reports only what it lacks because of that: "Topic not present in metadata", or
/// the name of a call.
public final class SendFailure {
  private SendFailure() {}

  /// Returns the text of a failed send or of a failed call.
  public static String text(@Nullable Throwable cause) {
    if (cause instanceof TimeoutException) {
      return "no broker answered in time (%s); check that Kafka runs, and kafka.bootstrap-servers"
          .formatted(cause.getMessage());
    }
    if (cause instanceof InvalidReplicationFactorException) {
      return "Kafka refuses the number of replicas (%s); start the missing brokers, or set kafka.topic-replicas"
          .formatted(cause.getMessage());
    }
    return String.valueOf(cause);
  }
}
