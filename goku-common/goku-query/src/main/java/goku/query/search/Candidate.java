package goku.query.search;

import goku.model.SeriesName;
import java.util.Arrays;
import java.util.Comparator;

/// A series with its coefficient. Ordered by the greatest absolute coefficient, the lag nearest to
/// 0, the hash and the name, which is a total order of different series. So the best are the same
/// however series are spread over shards.
///
/// @param coefficient within -1 and 1
/// @param lag in slots; see `Needle`
/// @param common the number of common values
/// @param values the values in all slots of the search
public record Candidate(
    double coefficient, int lag, int common, SeriesName series, SlotValues values)
    implements Comparable<Candidate> {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingDouble((Candidate one) -> -Math.abs(one.coefficient))
          .thenComparingInt(one -> Math.abs(one.lag))
          .thenComparingLong(one -> one.series.hash())
          .thenComparing(one -> one.series.bytes(), Arrays::compareUnsigned);

  /// Returns the candidate under another name.
  Candidate of(SeriesName name) {
    return new Candidate(coefficient, lag, common, name, values);
  }

  @Override
  public int compareTo(Candidate other) {
    return ORDER.compare(this, other);
  }
}
