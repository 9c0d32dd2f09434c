package goku.shortterm.shard;

import goku.format.batch.BatchReader;
import java.util.Arrays;

/// A batch read into arrays, so that a broken one is noticed before any of it is stored, and
/// look-ups can be done for many series in a row. Used again for each batch. Owned by the writer.
final class StagedBatch {
  private final BatchReader reader = new BatchReader();

  int entries;
  long[] hashes = new long[256];
  int[] nameOffsets = new int[256];
  int[] nameLengths = new int[256];

  /// Slots of the series, filled by the shard.
  int[] slots = new int[256];

  /// The first datapoint of each entry, and behind the last entry the number of datapoints.
  private int[] firsts = new int[257];

  int points;
  long[] timestamps = new long[1024];
  double[] values = new double[1024];

  /// Throws a `FormatException` when the bytes are no batch.
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

  int first(int entry) {
    return firsts[entry];
  }

  /// Behind the entry's last datapoint.
  int end(int entry) {
    return firsts[entry + 1];
  }

  private void addEntry() {
    if (entries == hashes.length) {
      int capacity = entries * 2;
      hashes = Arrays.copyOf(hashes, capacity);
      nameOffsets = Arrays.copyOf(nameOffsets, capacity);
      nameLengths = Arrays.copyOf(nameLengths, capacity);
      slots = Arrays.copyOf(slots, capacity);
      firsts = Arrays.copyOf(firsts, capacity + 1);
    }
    hashes[entries] = reader.hash();
    nameOffsets[entries] = reader.nameOffset();
    nameLengths[entries] = reader.nameLength();
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
