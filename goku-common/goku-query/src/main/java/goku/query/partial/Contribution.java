package goku.query.partial;

import goku.query.SeriesPartial;
import goku.query.histogram.HistogramSums;
import java.util.List;

/// The contribution of some series to the datapoints of their group.
public sealed interface Contribution {
  /// Returns the approximate size in bytes on the heap while the contribution is held.
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

  /// The sums of series of histograms. The holder of the contribution owns the sums.
  record Summed(HistogramSums sums) implements Contribution {
    @Override
    public long heldBytes() {
      return sums.heldBytes();
    }
  }

  /// One state for each timestamp. The holder of the contribution owns the accumulator.
  record Accumulated(Accumulator accumulator) implements Contribution {
    @Override
    public long heldBytes() {
      return accumulator.heldBytes();
    }
  }
}
