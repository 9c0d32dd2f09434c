package goku.ingest.stream;

import org.apache.kafka.common.KafkaException;

/// The error of a record that this node refuses now. Its message is for the sender.
public final class RefusedException extends KafkaException {
  private static final long serialVersionUID = 1;

  RefusedException(String reason) {
    super(reason);
  }
}
