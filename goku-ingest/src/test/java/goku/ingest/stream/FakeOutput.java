package goku.ingest.stream;

import goku.format.batch.BatchReader;
import goku.format.batch.InputRange;
import goku.ingest.Points;
import goku.ingest.rejected.RejectedPoint;
import java.util.ArrayList;
import java.util.List;

/// An output that collects records instead of sending them.
final class FakeOutput implements IngestOutput {
  final List<String> points = new ArrayList<>();
  final List<InputRange> inputs = new ArrayList<>();
  final List<RejectedPoint> rejected = new ArrayList<>();
  Runnable drain = () -> {};

  @Override
  public void send(String topic, int partition, byte[] batch, int datapoints) {
    points.addAll(Points.of(batch));
    var reader = new BatchReader();
    reader.open(batch);
    inputs.addAll(reader.inputs());
  }

  @Override
  public void drainWith(Runnable drain) {
    this.drain = drain;
  }

  @Override
  public void reject(RejectedPoint point) {
    rejected.add(point);
  }
}
