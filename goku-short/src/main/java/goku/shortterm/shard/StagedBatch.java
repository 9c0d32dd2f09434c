package goku.shortterm.shard;

import goku.format.batch.BatchReader;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import goku.format.batch.SourceReader;
import goku.model.ValueType;
import goku.shortterm.input.AppliedInputs;
import java.util.Arrays;
import java.util.List;

/// A batch decoded into arrays, so that a corrupt one is detected before any of it is stored, and
/// many series can be looked up in a row. Reused for each batch. Owned by the writer.
final class StagedBatch {
  private final BatchReader reader = new BatchReader();
  private byte[] bytes = {};

  int entries;
  long[] hashes = new long[256];
  int[] metricOffsets = new int[256];
  int[] metricLengths = new int[256];
  int[] tagsOffsets = new int[256];
  int[] tagsLengths = new int[256];

  /// The slots of the series, filled by the shard.
  int[] slots = new int[256];

  private ValueType[] types = new ValueType[256];

  /// The first datapoint of each entry, and after the last entry the number of datapoints.
  private int[] firsts = new int[257];

  int points;
  long[] timestamps = new long[1024];

  /// The values in the form of the types of their entries; histograms as `HistogramPosition`s.
  double[] values = new double[1024];

  /// Throws a `FormatException` if the bytes are no batch. The datapoints that were already applied
  /// from the same positions of their inputs are left out.
  ///
  /// @return the number of datapoints left out
  int read(byte[] batch, AppliedInputs applied) {
    read(batch);
    return applied.overlap(inputs()) ? leaveOut(applied) : 0;
  }

  /// Returns the ranges of the inputs that the batch has.
  List<InputRange> inputs() {
    return reader.inputs();
  }

  private void read(byte[] batch) {
    entries = 0;
    points = 0;
    bytes = batch;
    reader.open(batch);
    while (reader.nextSeries()) {
      addEntry();
      while (reader.nextPoint()) {
        addPoint();
      }
    }
    firsts[entries] = points;
  }

  private int leaveOut(AppliedInputs applied) {
    List<InputRange> inputs = reader.inputs();
    SourceReader sources = reader.sources();
    int kept = 0;
    for (int entry = 0; entry < entries; entry++) {
      int from = firsts[entry];
      firsts[entry] = kept;
      for (int i = from; i < firsts[entry + 1]; i++) {
        sources.next();
        var position = new InputPosition(sources.offset(), sources.number());
        if (!applied.contain(inputs.get(sources.input()).input(), position)) {
          timestamps[kept] = timestamps[i];
          values[kept] = values[i];
          kept++;
        }
      }
    }
    int leftOut = points - kept;
    firsts[entries] = kept;
    points = kept;
    return leftOut;
  }

  /// Returns a copy of an entry's canonical name.
  byte[] name(byte[] batch, int entry) {
    int metric = metricLengths[entry];
    byte[] name = new byte[metric + tagsLengths[entry]];
    System.arraycopy(batch, metricOffsets[entry], name, 0, metric);
    System.arraycopy(batch, tagsOffsets[entry], name, metric, tagsLengths[entry]);
    return name;
  }

  /// Returns the type of an entry's values.
  ValueType type(int entry) {
    return types[entry];
  }

  /// Returns the array that the positions of histograms refer to.
  byte[] bytes() {
    return bytes;
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
      types = Arrays.copyOf(types, capacity);
      firsts = Arrays.copyOf(firsts, capacity + 1);
    }
    hashes[entries] = reader.hash();
    metricOffsets[entries] = reader.metricOffset();
    metricLengths[entries] = reader.metricLength();
    tagsOffsets[entries] = reader.tagsOffset();
    tagsLengths[entries] = reader.tagsLength();
    types[entries] = reader.type();
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
