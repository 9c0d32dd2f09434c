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
public record Candidate(double coefficient, int lag, int common, SeriesName series)
    implements Comparable<Candidate> {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingDouble((Candidate one) -> -Math.abs(one.coefficient))
          .thenComparingInt(one -> Math.abs(one.lag))
          .thenComparingLong(one -> one.series.hash())
          .thenComparing(one -> one.series.bytes(), Arrays::compareUnsigned);

  @Override
  public int compareTo(Candidate other) {
    return ORDER.compare(this, other);
  }
}
