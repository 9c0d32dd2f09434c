package goku.query.search;

import goku.model.SeriesName;
import java.util.Arrays;
import java.util.Comparator;

/// A series with what a search has found out about it. The best first; of equally good ones, the
/// hash and the name decide, which is a total order of different series. So the best are the same
/// however series are spread over shards.
///
/// @param values the values in all slots of the search
public record Candidate(Finding finding, SeriesName series, SlotValues values)
    implements Comparable<Candidate> {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparing(Candidate::finding, Finding.ORDER)
          .thenComparingLong(one -> one.series.hash())
          .thenComparing(one -> one.series.bytes(), Arrays::compareUnsigned);

  /// Returns the candidate under another name.
  Candidate of(SeriesName name) {
    return new Candidate(finding, name, values);
  }

  @Override
  public int compareTo(Candidate other) {
    return ORDER.compare(this, other);
  }
}
