package goku.simulation;

import goku.format.batch.BatchWriter;
import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// A partition of an input topic and its ingestors. An ingestor that died, or that stood still
/// while another one took over, is followed by one that sends some datapoints again.
final class SimulatedInput {
  record Point(String name, long millis, double value) {}

  private static final InputPartition INPUT = new InputPartition(new UUID(2, 3), 0, 1);
  private static final int DATAPOINTS_OF_A_RECORD = 3;

  /// The most datapoints that may be sent again, those since the last commit.
  private static final int MOST = 20;

  private final List<Point> uncommitted = new ArrayList<>();
  private long committed;

  /// Returns a batch with new datapoints, which follow the last ones.
  byte[] send(List<Point> points) {
    int first = uncommitted.size();
    uncommitted.addAll(points);
    byte[] batch = batch(first);
    while (uncommitted.size() > MOST) {
      uncommitted.removeFirst();
      committed++;
    }
    return batch;
  }

  /// Commits the offset, so that nothing before is sent again.
  void commit() {
    committed += uncommitted.size();
    uncommitted.clear();
  }

  List<Point> uncommitted() {
    return List.copyOf(uncommitted);
  }

  /// Returns a batch with some of the last datapoints again, and with new ones.
  byte[] sendAgain(List<Point> points, RandomGenerator random) {
    int first = random.nextInt(uncommitted.size());
    uncommitted.addAll(points);
    return batch(first);
  }

  private byte[] batch(int first) {
    var batch = new BatchWriter();
    InputPosition from = position(first);
    int input = batch.input(INPUT, from);
    for (int i = first; i < uncommitted.size(); i++) {
      Point point = uncommitted.get(i);
      InputPosition position = position(i);
      batch.source(input, position.offset(), position.number());
      SimulatedValue.write(batch, point.name, point.millis, point.value);
    }
    return batch.toBytes();
  }

  private InputPosition position(int index) {
    long at = committed + index;
    return new InputPosition(at / DATAPOINTS_OF_A_RECORD, (int) (at % DATAPOINTS_OF_A_RECORD));
  }
}
