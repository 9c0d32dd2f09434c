package goku.shortterm.shard;

import goku.format.batch.BatchReader;
import java.util.Arrays;

/// A batch decoded into arrays, so that a corrupt one is detected before any of it is stored, and
/// many series can be looked up in a row. Reused for each batch. Owned by the writer.
final class StagedBatch {
  private final BatchReader reader = new BatchReader();

  int entries;
  long[] hashes = new long[256];
  int[] metricOffsets = new int[256];
  int[] metricLengths = new int[256];
  int[] tagsOffsets = new int[256];
  int[] tagsLengths = new int[256];

  /// The slots of the series, filled by the shard.
  int[] slots = new int[256];

  /// The first datapoint of each entry, and after the last entry the number of datapoints.
  private int[] firsts = new int[257];

  int points;
  long[] timestamps = new long[1024];
  double[] values = new double[1024];

  /// Throws a `FormatException` if the bytes are no batch.
  void read(byte[] batch) {
    entries = 0;
    points = 0;
    reader.open(batch);
    while (reader.nextSeries()) {
      addEntry();
      while (reader.nextPoint()) {
        addPoint();
      }
    }
    firsts[entries] = points;
  }

  /// Returns a copy of an entry's canonical name.
  byte[] name(byte[] batch, int entry) {
    int metric = metricLengths[entry];
    byte[] name = new byte[metric + tagsLengths[entry]];
    System.arraycopy(batch, metricOffsets[entry], name, 0, metric);
    System.arraycopy(batch, tagsOffsets[entry], name, metric, tagsLengths[entry]);
    return name;
  }

  int first(int entry) {
    return firsts[entry];
  }

  /// Returns the index after the entry's last datapoint.
  int end(int entry) {
    return firsts[entry + 1];
  }

  private void addEntry() {
    if (entries == hashes.length) {
      int capacity = entries * 2;
      hashes = Arrays.copyOf(hashes, capacity);
      metricOffsets = Arrays.copyOf(metricOffsets, capacity);
      metricLengths = Arrays.copyOf(metricLengths, capacity);
      tagsOffsets = Arrays.copyOf(tagsOffsets, capacity);
      tagsLengths = Arrays.copyOf(tagsLengths, capacity);
      slots = Arrays.copyOf(slots, capacity);
      firsts = Arrays.copyOf(firsts, capacity + 1);
    }
    hashes[entries] = reader.hash();
    metricOffsets[entries] = reader.metricOffset();
    metricLengths[entries] = reader.metricLength();
    tagsOffsets[entries] = reader.tagsOffset();
    tagsLengths[entries] = reader.tagsLength();
    firsts[entries] = points;
    entries++;
  }

  private void addPoint() {
    if (points == timestamps.length) {
      timestamps = Arrays.copyOf(timestamps, points * 2);
      values = Arrays.copyOf(values, points * 2);
    }
    timestamps[points] = reader.timestamp();
    values[points] = reader.value();
    points++;
  }
}
