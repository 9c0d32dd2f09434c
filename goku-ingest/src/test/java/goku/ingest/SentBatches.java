package goku.ingest;

import goku.format.batch.BatchReader;
import goku.format.batch.InputRange;
import goku.format.batch.SourceReader;
import goku.ingest.routing.BatchSink;
import java.util.ArrayList;
import java.util.List;

/// The batches that were sent in a test.
public final class SentBatches implements BatchSink {
  private final List<List<InputRange>> inputs = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();
  private final List<String> positions = new ArrayList<>();

  @Override
  public void send(String topic, int partition, byte[] batch, int datapoints) {
    var reader = new BatchReader();
    reader.open(batch);
    inputs.add(reader.inputs());
    SourceReader sources = reader.sources();
    while (reader.nextSeries()) {
      while (reader.nextPoint()) {
        values.add(reader.value());
        sources.next();
        int input = reader.inputs().get(sources.input()).input().partition();
        positions.add("%d:%d/%d".formatted(input, sources.offset(), sources.number()));
      }
    }
  }

  /// Returns the ranges of the inputs of each batch.
  public List<List<InputRange>> inputs() {
    return inputs;
  }

  public List<Double> values() {
    return values;
  }

  /// Returns the position of each datapoint as `partition:offset/number`.
  public List<String> positions() {
    return positions;
  }
}
