package goku.shortterm.preaggregation;

import goku.format.CorruptException;
import goku.index.SeriesIndex;
import goku.model.PointBuffer;
import goku.model.TimeRange;
import java.util.List;

/// A visit of single series of groups that cells answer, for their tags. Owned by one thread, which
/// holds a pin.
final class SeriesVisit {
  private final SeriesIndex index;
  private final List<BucketAggregates> buckets;
  private final TimeRange read;
  private final PointBuffer points = new PointBuffer();
  private int[] tags = new int[16];

  SeriesVisit(SeriesIndex index, List<BucketAggregates> buckets, GroupQuery query) {
    this.index = index;
    this.buckets = buckets;
    read = query.plan().query().stages().window().read();
  }

  /// Returns whether the series has a datapoint in the read window.
  boolean hasData(int slot) {
    for (BucketAggregates one : buckets) {
      long span = one.spans().get(slot);
      if (span != SpanTable.NONE && hasData(one, slot, span)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasData(BucketAggregates one, int slot, long span) {
    long first = one.bucket().startMillis() + SpanTable.first(span);
    long last = one.bucket().startMillis() + SpanTable.last(span);
    if (read.contains(first) || read.contains(last)) {
      return true;
    }
    if (last < read.startMillis() || first > read.endMillis()) {
      return false;
    }
    points.clear();
    try {
      one.bucket().read(slot, points);
    } catch (CorruptException damaged) {
      return false; // the answer is marked
    }
    int at = points.firstAtOrAfter(read.startMillis());
    return at < points.size() && read.contains(points.timestamps()[at]);
  }

  void addTags(int slot, AnswerGroup into) {
    int count = index.series().tags(slot, tags);
    if (count > tags.length) {
      tags = new int[count];
      index.series().tags(slot, tags);
    }
    for (int n = 0; n < count; n++) {
      into.addTag(tags[n]);
    }
  }
}
