package goku.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.histogram.ExponentialShape;
import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.Histograms;
import goku.query.histogram.HistogramSums;
import goku.query.partial.Contribution;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialPlan;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupStreamPropertyTest {
  private static final int CHUNK_BYTES = 64 << 10;

  private final Deque<ByteBuffer> chunks = new ArrayDeque<>();

  @Property(tries = 300)
  void groupsAreSentBitForBit(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int slots, @ForAll boolean grid)
      throws InterruptedException {
    var source = new RandomGroups(seed, slots, grid);
    assertCrosses(source, new Random(seed).nextInt(50), seed);
  }

  @Property(tries = 10)
  void groupsLargerThanAChunkSpanSeveral(@ForAll long seed, @ForAll boolean grid)
      throws InterruptedException {
    var source = new RandomGroups(seed, 30_000, grid);
    assertCrosses(source, 3, seed);
  }

  /// Uses enough tags to empty the table several times.
  @Property(tries = 3)
  void manyDifferentTagsAreSent(@ForAll long seed) throws InterruptedException {
    assertCrosses(new RandomGroups(seed, 1, true), 6000, seed);
  }

  @Property(tries = 20)
  void aTruncatedStreamIsRejected(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 100) int slots, @ForAll boolean grid)
      throws InterruptedException {
    var groups = new RandomGroups(seed, slots, grid);
    write(List.of(groups.next()), seed, false);
    byte[] whole = chunks.removeFirst().array();
    for (int length = 1; length < whole.length && chunks.isEmpty(); length++) {
      chunks.add(ByteBuffer.wrap(Arrays.copyOf(whole, length)));
      assertThatThrownBy(() -> read(groups.plan)).isInstanceOf(WireException.class);
      chunks.clear();
    }
  }

  /// Reads twelve bytes that claim to be a gigabyte of equal slots.
  @Test
  void manySlotsInFewBytesNeedRoom() {
    byte[] group = {
      0,
      0,
      0,
      0, // no tags, no members
      Flags.STATE,
      Flags.ALL_PRESENT | Flags.ONE_COUNT,
      -1,
      -1,
      -1,
      -1,
      1, // slots
      1 // each counts one
    };
    var asked = new AtomicLong();
    var reader =
        new WireGroupReader(
            new RandomGroups(0, 3, true).plan,
            () -> ByteBuffer.wrap(group),
            bytes -> {
              asked.set(bytes);
              throw new WireException("no room");
            });
    assertThatThrownBy(reader::next).hasMessage("no room");
    assertThat(asked.get()).isGreaterThan(1L << 30);
  }

  /// Reads a few bytes that claim to be a gigabyte of sums, and the sums of many wide histograms.
  @Test
  void sumsOfHistogramsNeedRoom() throws Exception {
    byte[] manySlots = {0, 0, 0, 0, Flags.SUMS, Flags.REGULAR, -1, -1, -1, -1, 1};
    assertNeedsRoom(List.of(ByteBuffer.wrap(manySlots)), 1L << 30);
    var wide = new ExponentialShape(0, 0, new Span(0, 1000), Span.NONE, false);
    var histograms = new Histograms();
    int handle = histograms.add(wide);
    histograms.words()[handle + 1] = 1; // outer ranges without measurements are not sent
    histograms.words()[handle + 1000] = 1;
    var sums = new HistogramSums();
    for (int time = 0; time < 1000; time++) {
      sums.append(time, histograms, handle);
    }
    var group = new RandomGroups(0, 3, true).next();
    write(
        List.of(
            new GroupPartial(group.key(), group.tags(), List.of(), new Contribution.Summed(sums))),
        0,
        false);
    assertNeedsRoom(List.copyOf(chunks), 100_000);
    chunks.clear();
  }

  private static void assertNeedsRoom(List<ByteBuffer> sent, long bytes) {
    var rest = new ArrayDeque<>(sent);
    var reader =
        new WireGroupReader(
            new RandomGroups(0, 3, true).plan,
            rest::poll,
            asked -> {
              if (asked >= bytes) {
                throw new WireException("no room");
              }
            });
    assertThatThrownBy(reader::next).hasMessage("no room");
  }

  @Test
  void valuesOfTwoTypesAreRejected() {
    chunks.add(ByteBuffer.wrap(new byte[] {0, 0, 0, 0, Flags.SERIES, 1, 16 | 32, 0, 0}));
    assertThatThrownBy(() -> read(new RandomGroups(0, 3, true).plan))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("two types");
  }

  @Test
  void aStringWithAFalseLengthTakesNoMoreThanItsBytes() {
    byte[] group = {1, 0, -1, -1, -1, -1, 7, 'x'};
    chunks.add(ByteBuffer.wrap(group));
    assertThatThrownBy(() -> read(new RandomGroups(0, 3, true).plan))
        .isInstanceOf(WireException.class);
  }

  private void assertCrosses(RandomGroups source, int count, long seed)
      throws InterruptedException {
    List<GroupPartial> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(source.next());
    }
    write(groups, seed, true);
    assertThat(chunks)
        .allSatisfy(chunk -> assertThat(chunk.remaining()).isLessThanOrEqualTo(CHUNK_BYTES));
    assertThat(read(source.plan)).isEqualTo(groups.stream().map(ShownGroups::of).toList());
  }

  private void write(List<GroupPartial> groups, long seed, boolean flushes)
      throws InterruptedException {
    var random = new Random(seed);
    var writer =
        new WireGroupWriter(
            (bytes, length) -> {
              chunks.add(ByteBuffer.wrap(Arrays.copyOf(bytes, length)));
              Arrays.fill(bytes, (byte) 0x55); // the writer reuses them
            },
            WireGroupWriter.VERSION);
    for (GroupPartial group : groups) {
      writer.write(group);
      if (flushes && random.nextInt(10) == 0) {
        writer.flush();
      }
    }
    writer.flush();
    assertThat(writer.isHolding()).isFalse();
  }

  private List<String> read(PartialPlan plan) throws InterruptedException {
    var reader = new WireGroupReader(plan, this::poll, bytes -> {});
    List<String> shown = new ArrayList<>();
    for (GroupPartial group = reader.next(); group != null; group = reader.next()) {
      shown.add(ShownGroups.of(group));
    }
    return shown;
  }

  private @Nullable ByteBuffer poll() {
    return chunks.poll();
  }
}
