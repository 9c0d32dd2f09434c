package goku.format.batch;

import java.util.Comparator;

/// The position of a datapoint in a partition of an input topic.
///
/// @param offset offset of its record
/// @param number number of the datapoint in the record, from 0 on
public record InputPosition(long offset, int number) implements Comparable<InputPosition> {
  private static final Comparator<InputPosition> ORDER =
      Comparator.comparingLong(InputPosition::offset).thenComparingInt(InputPosition::number);

  @Override
  public int compareTo(InputPosition other) {
    return ORDER.compare(this, other);
  }
}
