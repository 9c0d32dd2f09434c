package goku.longterm.read.mask;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.tier.Tombstone;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/// The deleted data of a metric in one bucket. Thread-safe.
public final class MetricMask {
  /// A range that was deleted from some series.
  record Part(RoaringBitmap series, TimeRange range) {}

  private final List<Tombstone> deletes;
  private final List<Part> parts;
  private final RoaringBitmap gone;

  /// @param deletes deletes that it was built from
  /// @param gone ids of series without remaining data
  MetricMask(List<Tombstone> deletes, List<Part> parts, RoaringBitmap gone) {
    this.deletes = List.copyOf(deletes);
    this.parts = List.copyOf(parts);
    this.gone = gone;
  }

  boolean isOf(List<Tombstone> others) {
    return deletes.equals(others);
  }

  /// Returns the ids of series without remaining data. The caller must not change them.
  RoaringBitmap gone() {
    return gone;
  }

  /// Removes the deleted datapoints of a series.
  ///
  /// @param id id of the series
  /// @param from index of the first datapoint of the series
  public void apply(int id, PointBuffer points, int from) {
    List<TimeRange> ranges = ranges(parts, id);
    if (!ranges.isEmpty()) {
      points.removeIf(from, time -> contains(ranges, time));
    }
  }

  /// Returns the deleted ranges of a series.
  static List<TimeRange> ranges(List<Part> parts, int id) {
    List<TimeRange> ranges = new ArrayList<>();
    for (Part part : parts) {
      if (part.series.contains(id)) {
        ranges.add(part.range);
      }
    }
    return ranges;
  }

  static boolean contains(List<TimeRange> ranges, long time) {
    for (TimeRange range : ranges) {
      if (range.contains(time)) {
        return true;
      }
    }
    return false;
  }
}
