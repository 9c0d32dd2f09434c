package goku.compactor.sst;

import goku.compactor.sst.file.SstCursor;
import goku.format.FormatException;
import goku.format.sst.Aggregate;
import goku.format.sst.DataValue;
import goku.format.sst.SstKeys;
import goku.model.PointBuffer;
import goku.model.ValueType;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A cursor over the values of one aggregate, for ascending series. Owned by one thread.
final class DataCursor {
  private static final int NONE = -1;

  private final Aggregate aggregate;
  private final SstKeys keys;
  private final @Nullable SstCursor cursor;

  /// The series of the current key; `NONE` before the first, the largest int after the last.
  private int at = NONE;

  private int bytes;
  private int column = NONE;

  DataCursor(Aggregate aggregate, SstKeys keys, @Nullable SstCursor cursor) {
    this.aggregate = aggregate;
    this.keys = keys;
    this.cursor = cursor;
  }

  /// Moves to the series and returns the number of its column; -1 if it has no values.
  int seek(int metric, int series) throws IOException {
    SstCursor in = cursor;
    if (in == null) {
      return NONE;
    }
    while (at < series) {
      at = in.next() ? SstKeys.lastNumber(in.key()) : Integer.MAX_VALUE;
      column = NONE;
    }
    if (at > series) {
      return NONE;
    }
    if (column == NONE) {
      if (!Arrays.equals(in.key(), keys.data(aggregate, metric, series))) {
        throw in.broken("another key", "%s of series %d".formatted(aggregate, series));
      }
      bytes = in.loadValue();
      try {
        column = DataValue.column(in.segment(), bytes);
      } catch (FormatException e) {
        throw in.broken(e);
      }
    }
    return column;
  }

  /// Decodes the values of the current series to the words of the buffer after its last datapoint,
  /// as words of the returned type.
  ValueType decode(int count, PointBuffer into) throws IOException {
    SstCursor in = opened();
    try {
      return DataValue.decode(in.segment(), bytes, column, count, into);
    } catch (FormatException e) {
      throw in.broken(e);
    }
  }

  /// Decodes the numbers of the current series.
  void decode(int count, double[] into, int to) throws IOException {
    SstCursor in = opened();
    try {
      DataValue.decode(in.segment(), bytes, column, count, into, to);
    } catch (FormatException e) {
      throw in.broken(e);
    }
  }

  private SstCursor opened() {
    SstCursor in = cursor;
    if (in == null) {
      throw new IllegalStateException("cannot decode values: the bucket has no file of them");
    }
    return in;
  }
}
