package goku.compactor.sst;

import goku.codec.block.ValueEncoder;
import goku.compactor.sst.file.TierFile;
import goku.compactor.sst.file.TierFiles;
import goku.format.sst.Aggregate;
import goku.format.sst.DataValue;
import goku.format.sst.SstKeys;
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

  void put(Aggregate aggregate, int metric, int series, int column, double[] values, int count)
      throws IOException {
    int most = DataValue.MAX_HEAD_BYTES + ValueEncoder.maxBytes(count);
    if (value.length < most) {
      value = new byte[most];
    }
    int block = DataValue.write(column, value, 0);
    int end = encoder.encode(values, count, value, block);
    files.get(TierFile.data(aggregate)).put(keys.data(aggregate, metric, series), value, end);
  }
}
