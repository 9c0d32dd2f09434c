package goku.model.histogram;

import java.util.ArrayList;
import java.util.List;

/// The last unions of pairs of fixed shapes, so that sums of the same shapes share them and need
/// not compare ranges again. Shapes are found as objects: `canonical` returns one object for equal
/// shapes. Owned by one thread.
public final class ShapeUnions {
  /// The number of shapes and of unions that are kept: more than the versions of a program that run
  /// at the same time.
  private static final int MOST = 16;

  private final List<HistogramShape> shapes = new ArrayList<>();
  private final List<Union> unions = new ArrayList<>();
  private int nextShape;
  private int nextUnion;

  /// A union of two shapes.
  ///
  /// @param ofFirst the index in the counts of the union for each count of the first shape
  /// @param ofSecond the same for the second shape
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Union(
      HistogramShape first,
      HistogramShape second,
      HistogramShape shape,
      int[] ofFirst,
      int[] ofSecond) {}

  /// Returns the bytes of a shape, and of the counts and indexes of a union that has its ranges.
  static long heldBytes(HistogramShape shape) {
    return shape.heldBytes() + (long) (Long.BYTES + 2 * Integer.BYTES) * shape.words();
  }

  /// Returns the shape, or an equal one that was returned before.
  public HistogramShape canonical(HistogramShape shape) {
    for (HistogramShape known : shapes) {
      if (known.equals(shape)) {
        return known;
      }
    }
    nextShape = put(shapes, nextShape, shape);
    return shape;
  }

  /// Returns the union of two shapes.
  Union of(HistogramShape first, HistogramShape second) {
    for (Union known : unions) {
      if (known.first.equals(first) && known.second.equals(second)) {
        return known;
      }
    }
    HistogramShape all = first.union(second);
    HistogramShape shape = all.equals(first) ? first : canonical(all);
    var union = new Union(first, second, shape, first.indexesIn(shape), second.indexesIn(shape));
    nextUnion = put(unions, nextUnion, union);
    return union;
  }

  private static <T> int put(List<T> all, int at, T one) {
    if (all.size() < MOST) {
      all.add(one);
    } else {
      all.set(at, one);
    }
    return (at + 1) % MOST;
  }
}
