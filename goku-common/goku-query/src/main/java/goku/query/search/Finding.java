package goku.query.search;

import goku.query.correlation.Change;
import java.util.Comparator;

/// The result of a comparison of a series, which makes it a candidate. The findings of one search
/// are of one kind.
public sealed interface Finding {
  /// The best first.
  Comparator<Finding> ORDER =
      Comparator.comparingDouble((Finding one) -> -one.weight())
          .thenComparingDouble(one -> -one.preference());

  /// Returns the size of the correlation or of the change, at least 0.
  double weight();

  /// Returns the number that is greater for the better of two series with the same weight.
  double preference();

  /// The correlation with a needle.
  ///
  /// @param coefficient within -1 and 1
  /// @param lag in slots; see `Needle`. The one nearest to 0 is the best
  /// @param common the number of common values
  record Correlated(double coefficient, int lag, int common) implements Finding {
    @Override
    public double weight() {
      return Math.abs(coefficient);
    }

    @Override
    public double preference() {
      return -Math.abs(lag);
    }
  }

  /// The difference between a window and the time before. Many series have no value in common with
  /// the time before, so the change of the volume decides among them.
  record Changed(Change change) implements Finding {
    @Override
    public double weight() {
      return change.score();
    }

    @Override
    public double preference() {
      return Math.abs(change.volume());
    }
  }
}
