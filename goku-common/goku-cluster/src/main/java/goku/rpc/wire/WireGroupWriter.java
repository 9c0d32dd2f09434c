package goku.rpc.wire;

import goku.model.Tag;
import goku.model.ValueType;
import goku.model.histogram.Histograms;
import goku.query.SeriesPartial;
import goku.query.histogram.HistogramSums;
import goku.query.partial.AccumulatorState;
import goku.query.partial.Contribution.Accumulated;
import goku.query.partial.Contribution.Members;
import goku.query.partial.Contribution.Summed;
import goku.query.partial.GroupPartial;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A writer of groups as a stream of chunks. Owned by one thread.
public final class WireGroupWriter {
  /// The newest version of the layout that this process supports.
  public static final int VERSION = 3;

  /// The oldest version of the layout that has sums of histograms.
  public static final int OLDEST_WITH_HISTOGRAMS = 3;

  /// The oldest version of the layout that this process supports. Series have no types in it.
  public static final int OLDEST_VERSION = 1;

  /// The number of tags in the table that both sides keep.
  static final int TABLE_TAGS = 4096;

  private final ChunkOutput out;
  private final boolean typed;
  private final boolean summed;
  private final Histograms histograms = new Histograms();
  private final Map<Tag, Integer> table = new HashMap<>();

  /// @param version the version of the layout that the reader expects
  public WireGroupWriter(ChunkSink sink, int version) {
    out = new ChunkOutput(sink);
    typed = version > OLDEST_VERSION;
    summed = version >= OLDEST_WITH_HISTOGRAMS;
  }

  /// Writes a group.
  ///
  /// @throws WireException if the version has no form for the group
  public void write(GroupPartial group) throws InterruptedException {
    tags(group.key().tags());
    tags(group.tags().common());
    out.putVarint(group.tags().differing().size());
    for (String key : group.tags().differing()) {
      out.putString(key);
    }
    out.putVarint(group.members().size());
    for (List<Tag> member : group.members()) {
      tags(member);
    }
    switch (group.contribution()) {
      case Members(List<SeriesPartial> series) -> {
        out.putByte(Flags.SERIES);
        out.putVarint(series.size());
        for (SeriesPartial one : series) {
          series(one);
        }
      }
      case Accumulated(var accumulator) -> {
        out.putByte(Flags.STATE);
        state(accumulator.state());
      }
      case Summed(HistogramSums sums) -> {
        if (!summed) {
          throw new WireException("cannot answer a query for histograms: upgrade the root");
        }
        out.putByte(Flags.SUMS);
        sums(sums);
      }
    }
  }

  /// Returns whether bytes wait for more to share their chunk.
  public boolean isHolding() {
    return out.size() > 0;
  }

  /// Hands on waiting bytes.
  public void flush() throws InterruptedException {
    out.flush();
  }

  private void tags(List<Tag> tags) throws InterruptedException {
    out.putVarint(tags.size());
    for (Tag tag : tags) {
      Integer place = table.get(tag);
      out.putVarint(place == null ? table.size() : place);
      if (place == null) {
        if (table.size() == TABLE_TAGS) {
          table.clear();
        }
        table.put(tag, table.size());
        out.putString(tag.key());
        out.putString(tag.value());
      }
    }
  }

  private void series(SeriesPartial series) throws InterruptedException {
    boolean regular = isRegular(series.timestamps());
    double[] weights = series.weights();
    out.putByte(
        Flags.when(series.integers(), Flags.INTEGERS)
            | Flags.when(weights != null, Flags.WEIGHTS)
            | Flags.when(regular, Flags.REGULAR)
            | Flags.when(typed && series.type() == ValueType.LONGS, Flags.LONGS)
            | Flags.when(typed && series.type() == ValueType.DOUBLES, Flags.DOUBLES));
    tags(series.tags());
    out.putVarint(series.timestamps().length);
    times(series.timestamps(), regular);
    out.putDoubles(typed ? series.words() : series.points().values());
    if (weights != null) {
      out.putDoubles(weights);
    }
  }

  private void state(AccumulatorState state) throws InterruptedException {
    boolean times = state.times().length > 0;
    boolean regular = times && isRegular(state.times());
    boolean values = !areZero(state.values());
    boolean errors = !areZero(state.errors());
    boolean oneCount = areEqual(state.counts());
    boolean allPresent = areTrue(state.present());
    out.putByte(
        Flags.when(state.integers(), Flags.INTEGERS)
            | Flags.when(times, Flags.TIMES)
            | Flags.when(allPresent, Flags.ALL_PRESENT)
            | Flags.when(regular, Flags.REGULAR)
            | Flags.when(values, Flags.VALUES)
            | Flags.when(errors, Flags.ERRORS)
            | Flags.when(oneCount, Flags.ONE_COUNT));
    out.putVarint(state.slots());
    if (times) {
      times(state.times(), regular);
    }
    if (values) {
      out.putDoubles(state.values());
    }
    if (errors) {
      out.putDoubles(state.errors());
    }
    if (oneCount) {
      out.putVarint(state.slots() == 0 ? 0 : state.counts()[0]);
    } else {
      out.putInts(state.counts());
    }
    if (!allPresent) {
      out.putBytes(bits(state.present()));
    }
  }

  private void sums(HistogramSums sums) throws InterruptedException {
    long[] times = sums.times();
    boolean regular = isRegular(times);
    out.putByte(Flags.when(regular, Flags.REGULAR));
    out.putVarint(times.length);
    times(times, regular);
    for (int slot = 0; slot < times.length; slot++) {
      histograms.clear();
      byte[] bytes = histograms.bytes(sums.sum(slot).addTo(histograms));
      out.putVarint(bytes.length);
      out.putBytes(bytes);
    }
  }

  private void times(long[] times, boolean regular) throws InterruptedException {
    if (!regular) {
      out.putLongs(times);
    } else if (times.length > 0) {
      out.putLong(times[0]);
      out.putLong(times.length > 1 ? times[1] - times[0] : 0);
    }
  }

  private static boolean isRegular(long[] times) {
    if (times.length < 3) {
      return true;
    }
    long step = times[1] - times[0];
    for (int i = 2; i < times.length; i++) {
      if (times[i] - times[i - 1] != step) {
        return false;
      }
    }
    return true;
  }

  /// Returns whether all values are +0.0. The sign of -0.0 must be kept.
  private static boolean areZero(double[] values) {
    for (double value : values) {
      if (Double.doubleToRawLongBits(value) != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean areEqual(int[] counts) {
    for (int count : counts) {
      if (count != counts[0]) {
        return false;
      }
    }
    return counts.length == 0 || counts[0] >= 0;
  }

  private static boolean areTrue(boolean[] present) {
    for (boolean one : present) {
      if (!one) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bits(boolean[] present) {
    byte[] bits = new byte[(present.length + 7) / 8];
    for (int i = 0; i < present.length; i++) {
      if (present[i]) {
        bits[i / 8] |= (byte) (1 << i % 8);
      }
    }
    return bits;
  }
}
