package goku.ingest.routing;

import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import java.util.UUID;

/// One reading of an input from some record on, without a step back. Compared by identity.
final class InputSession {
  final InputPartition input;
  final InputPosition start;

  InputSession(InputPartition input, long firstOffset) {
    this.input = input;
    start = new InputPosition(firstOffset, 0);
  }

  boolean isOf(UUID topic, int partition) {
    return input.topic().equals(topic) && input.partition() == partition;
  }
}
