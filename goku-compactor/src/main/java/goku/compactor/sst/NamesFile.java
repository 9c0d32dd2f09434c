package goku.compactor.sst;

import goku.compactor.sst.file.SstFile;
import goku.format.sst.NamesEncoder;
import goku.format.sst.SstKeys;
import java.io.IOException;

/// A file of the names of series, which are grouped in blocks of one metric. Owned by one thread.
final class NamesFile {
  private final SstKeys keys;
  private final SstFile file;
  private final NamesEncoder names = new NamesEncoder();
  private int firstSeries;

  NamesFile(SstKeys keys, SstFile file) {
    this.keys = keys;
    this.file = file;
  }

  /// Adds the name of the next series.
  ///
  /// @param terms the metric and the pairs
  void add(int series, long hash, int check, int[] terms, int termCount) throws IOException {
    if (names.series() == 0) {
      firstSeries = series;
    }
    names.add(hash, check, terms, 1, termCount - 1);
    if (names.series() == NamesEncoder.MAX_SERIES) {
      flush(terms[0]);
    }
  }

  /// Writes the pending names at the end of the metric.
  void flush(int metric) throws IOException {
    if (names.series() > 0) {
      file.put(keys.names(metric, firstSeries), names.toBytes());
      names.clear();
    }
  }
}
