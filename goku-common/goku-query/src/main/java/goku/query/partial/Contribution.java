package goku.query.partial;

import goku.query.SeriesPartial;
import java.util.List;

/// What some series add to the datapoints of their group.
public sealed interface Contribution {
  /// Bytes of heap that it takes as long as it is held, roughly.
  long heldBytes();

  /// The series themselves, after their stages.
  record Members(List<SeriesPartial> series) implements Contribution {
    public Members {
      series = List.copyOf(series);
    }

    @Override
    public long heldBytes() {
      long bytes = 0;
      for (SeriesPartial one : series) {
        bytes += one.heldBytes();
      }
      return bytes;
    }
  }

  /// One state for each timestamp. The accumulator belongs to whoever holds the contribution.
  record Accumulated(Accumulator accumulator) implements Contribution {
    @Override
    public long heldBytes() {
      return accumulator.heldBytes();
    }
  }
}
