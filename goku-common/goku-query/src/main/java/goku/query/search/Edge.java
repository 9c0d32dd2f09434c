package goku.query.search;

import goku.model.SeriesName;
import java.util.Arrays;
import java.util.Comparator;

/// A series that begins or ends inside the range. Ordered by the hash of its name, so that the
/// first of many are a random sample that is the same on any sharding.
///
/// @param slot the slot of its first or last value
public record Edge(SeriesName series, int slot) implements Comparable<Edge> {
  private static final Comparator<Edge> ORDER =
      Comparator.comparingLong((Edge one) -> one.series.hash())
          .thenComparing(one -> one.series.bytes(), Arrays::compareUnsigned);

  @Override
  public int compareTo(Edge other) {
    return ORDER.compare(this, other);
  }
}
