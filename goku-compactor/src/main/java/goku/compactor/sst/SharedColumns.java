package goku.compactor.sst;

import goku.compactor.rollup.RollupBuffer;
import goku.model.PointBuffer;
import java.io.IOException;
import java.util.Arrays;

/// The columns of consecutive series. Most series share the columns of the previous one, which a
/// comparison detects. Owned by one thread.
final class SharedColumns {
  private final ColumnFile columns;
  private final Last raw = new Last();
  private final Last rollups = new Last();

  SharedColumns(ColumnFile columns) {
    this.columns = columns;
  }

  int raw(PointBuffer points) throws IOException {
    return raw.number(columns, points.timestamps(), points.size());
  }

  int rollups(RollupBuffer points) throws IOException {
    return rollups.number(columns, points.times(), points.size());
  }

  private static final class Last {
    private long[] timestamps = {};
    private int points;
    private int number;

    int number(ColumnFile columns, long[] wanted, int count) throws IOException {
      if (!Arrays.equals(wanted, 0, count, timestamps, 0, points)) {
        number = columns.number(wanted, count);
        if (timestamps.length < count) {
          timestamps = new long[wanted.length];
        }
        System.arraycopy(wanted, 0, timestamps, 0, count);
        points = count;
      }
      return number;
    }
  }
}
