package goku.rpc.wire;

import goku.model.Tag;
import goku.model.ValueType;
import goku.model.histogram.Histograms;
import goku.query.SeriesPartial;
import goku.query.histogram.HistogramSums;
import goku.query.partial.AccumulatorState;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.query.partial.PartialPlan;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A reader of a query's groups from a stream of chunks, in any version of the layout. Owned by one
/// thread.
public final class WireGroupReader {
  /// The size in bytes up to which `room` is not asked: no more than a chunk.
  private static final int SMALL_BYTES = 64 << 10;

  private static final int POINT_BYTES = Long.BYTES + 2 * Double.BYTES;
  private static final int SUM_BYTES = 2 * Long.BYTES;
  private static final int SLOT_BYTES = Long.BYTES + 2 * Double.BYTES + Integer.BYTES + 1;

  private final ChunkInput in;
  private final PartialPlan plan;
  private final LongConsumer room;
  private final Histograms histograms = new Histograms(this::grow);

  /// The bytes of the sums of the current group, and how many of them were checked.
  private long grownBytes;

  private long checkedBytes;
  private final List<Tag> table = new ArrayList<>();

  /// @param plan the plan of the answered query
  /// @param room the check of memory, called with the bytes of heap that a series or a state will
  ///   take, because few bytes of the stream can stand for many. Throws if there is not enough
  ///   memory.
  public WireGroupReader(PartialPlan plan, ChunkSource source, LongConsumer room) {
    this.plan = plan;
    this.room = room;
    in = new ChunkInput(source);
  }

  /// Returns the next group; null at the end.
  ///
  /// @throws WireException if the stream does not consist of groups
  public @Nullable GroupPartial next() throws InterruptedException {
    if (!in.hasMore()) {
      return null;
    }
    try {
      return group();
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new WireException("cannot read group: " + e, e);
    }
  }

  private GroupPartial group() throws InterruptedException {
    var key = new GroupKey(tags());
    List<Tag> common = tags();
    int keys = in.getVarint();
    List<String> differing = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      differing.add(in.getString());
    }
    int count = in.getVarint();
    List<List<Tag>> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(tags());
    }
    return new GroupPartial(key, new GroupTags(common, differing), members, contribution());
  }

  private Contribution contribution() throws InterruptedException {
    int kind = in.getByte();
    return switch (kind) {
      case Flags.SERIES -> {
        int count = in.getVarint();
        List<SeriesPartial> series = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          series.add(series());
        }
        yield new Contribution.Members(series);
      }
      case Flags.SUMS -> new Contribution.Summed(sums());
      case Flags.STATE -> new Contribution.Accumulated(plan.restored(state()));
      default -> throw new WireException("cannot read group: unknown kind=" + kind);
    };
  }

  private List<Tag> tags() throws InterruptedException {
    int count = in.getVarint();
    if (count == 0) {
      return List.of();
    }
    List<Tag> tags = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tags.add(tag());
    }
    return List.copyOf(tags);
  }

  private Tag tag() throws InterruptedException {
    int place = in.getVarint();
    if (place < table.size()) {
      return table.get(place);
    }
    if (place > table.size()) {
      throw new WireException(
          "cannot read tag %d: the table has %d".formatted(place, table.size()));
    }
    var tag = new Tag(in.getString(), in.getString());
    if (table.size() == WireGroupWriter.TABLE_TAGS) {
      table.clear();
    }
    table.add(tag);
    return tag;
  }

  private SeriesPartial series() throws InterruptedException {
    int flags = in.getByte();
    List<Tag> tags = tags();
    int size = in.getVarint();
    needRoom(size, POINT_BYTES);
    long[] times = times(flags, size);
    double[] words = in.getDoubles(size);
    double[] weights = Flags.has(flags, Flags.WEIGHTS) ? in.getDoubles(size) : null;
    return new SeriesPartial(
        tags, times, words, type(flags), Flags.has(flags, Flags.INTEGERS), weights);
  }

  private static ValueType type(int flags) {
    return switch (flags & (Flags.LONGS | Flags.DOUBLES)) {
      case 0 -> ValueType.PLAIN;
      case Flags.LONGS -> ValueType.LONGS;
      case Flags.DOUBLES -> ValueType.DOUBLES;
      default -> throw new WireException("cannot read series: its values have two types");
    };
  }

  private AccumulatorState state() throws InterruptedException {
    int flags = in.getByte();
    int slots = in.getVarint();
    needRoom(slots, SLOT_BYTES);
    return new AccumulatorState(
        Flags.has(flags, Flags.TIMES) ? times(flags, slots) : new long[0],
        Flags.has(flags, Flags.VALUES) ? in.getDoubles(slots) : new double[slots],
        Flags.has(flags, Flags.ERRORS) ? in.getDoubles(slots) : new double[slots],
        counts(flags, slots),
        present(flags, slots),
        Flags.has(flags, Flags.INTEGERS));
  }

  private HistogramSums sums() throws InterruptedException {
    int flags = in.getByte();
    int slots = in.getVarint();
    needRoom(slots, SUM_BYTES);
    long[] times = times(flags, slots);
    grownBytes = 0;
    checkedBytes = 0;
    var sums = new HistogramSums(this::grow);
    for (long time : times) {
      int length = in.getVarint();
      needRoom(length, Byte.BYTES);
      byte[] bytes = in.getBytes(length);
      histograms.clear();
      sums.append(time, histograms, histograms.read(bytes, 0, length));
    }
    return sums;
  }

  /// Checks the memory of all sums of a group together, because many small ones may be large.
  private void grow(long bytes) {
    grownBytes += bytes;
    if (grownBytes - checkedBytes > SMALL_BYTES) {
      checkedBytes = grownBytes;
      room.accept(grownBytes);
    }
  }

  private void needRoom(int count, int bytesEach) {
    long bytes = (long) count * bytesEach;
    if (bytes > SMALL_BYTES) {
      room.accept(bytes);
    }
  }

  private int[] counts(int flags, int slots) throws InterruptedException {
    if (!Flags.has(flags, Flags.ONE_COUNT)) {
      return in.getInts(slots);
    }
    int[] counts = new int[slots];
    Arrays.fill(counts, in.getVarint());
    return counts;
  }

  private boolean[] present(int flags, int slots) throws InterruptedException {
    boolean[] present = new boolean[slots];
    if (Flags.has(flags, Flags.ALL_PRESENT)) {
      Arrays.fill(present, true);
      return present;
    }
    byte[] bits = in.getBytes((slots + 7) / 8);
    for (int i = 0; i < slots; i++) {
      present[i] = (bits[i / 8] >> i % 8 & 1) != 0;
    }
    return present;
  }

  private long[] times(int flags, int size) throws InterruptedException {
    if (!Flags.has(flags, Flags.REGULAR)) {
      return in.getLongs(size);
    }
    long[] times = new long[size];
    if (size > 0) {
      long time = in.getLong();
      long step = in.getLong();
      for (int i = 0; i < size; i++) {
        times[i] = time;
        time += step;
      }
    }
    return times;
  }
}
