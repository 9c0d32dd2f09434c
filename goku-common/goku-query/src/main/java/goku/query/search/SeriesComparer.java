package goku.query.search;

import goku.query.correlation.Outcome;
import goku.query.correlation.Slots;

/// A comparison of one series after the other, without allocation for most of them. Owned by one
/// thread.
public interface SeriesComparer {
  /// Compares a series. `finding` is valid after a candidate.
  ///
  /// @param threshold the least weight of a candidate
  Outcome compare(Slots series, double threshold);

  /// Returns what the last comparison has found, which does not depend on the threshold.
  Finding finding();
}
