package goku.query.merge;

import goku.query.SeriesPartial;
import java.util.Arrays;

/// A series with its tags as numbers, in the order of which all aggregation goes: sums then do not
/// depend on the shards that the series came from.
@SuppressWarnings("ArrayRecordComponent") // compared by compareTo only
record RankedSeries(int[] ranks, SeriesPartial series) implements Comparable<RankedSeries> {
  @Override
  public int compareTo(RankedSeries other) {
    return Arrays.compare(ranks, other.ranks);
  }
}
