package goku.compactor.sst;

import goku.codec.block.ValueEncoder;
import goku.compactor.sst.file.TierFile;
import goku.compactor.sst.file.TierFiles;
import goku.format.sst.Aggregate;
import goku.format.sst.DataValue;
import goku.format.sst.SstKeys;
import goku.model.PointBuffer;
import java.io.IOException;

/// The files of encoded values, one for each aggregate: one pass over the series writes each file
/// in the order of its keys. Owned by one thread.
final class DataFiles {
  private final SstKeys keys;
  private final TierFiles files;
  private final ValueEncoder encoder = new ValueEncoder();
  private byte[] value = {};

  DataFiles(SstKeys keys, TierFiles files) {
    this.keys = keys;
    this.files = files;
  }

  /// Puts the raw datapoints of a series, or the sums of its rollups.
  void put(Aggregate aggregate, int metric, int series, int column, PointBuffer points)
      throws IOException {
    int block = begin(column, encoder.prepare(points));
    put(aggregate, metric, series, encoder.encode(points, value, block));
  }

  /// Puts an aggregate of a series.
  void put(Aggregate aggregate, int metric, int series, int column, double[] values, int count)
      throws IOException {
    int block = begin(column, ValueEncoder.maxBytes(count));
    put(aggregate, metric, series, encoder.encode(values, count, value, block));
  }

  /// Makes room for a value and returns the start of its block.
  private int begin(int column, int blockBytes) {
    int most = DataValue.MAX_HEAD_BYTES + blockBytes;
    if (value.length < most) {
      value = new byte[most];
    }
    return DataValue.write(column, value, 0);
  }

  private void put(Aggregate aggregate, int metric, int series, int end) throws IOException {
    files.get(TierFile.data(aggregate)).put(keys.data(aggregate, metric, series), value, end);
  }
}
