package goku.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TermListTest {
  @Property
  void givesBackWhatWasWritten(@ForAll("terms") int metric, @ForAll("lists") int[] tags) {
    int width = TermList.width(metric, tags, tags.length);
    int bytes = TermList.bytes(width, tags.length);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(8 + bytes, 8); // exact length, to detect reads beyond
      TermList.write(segment, 8, metric, tags, tags.length, width);
      assertThat(TermList.bytes(segment, 8)).isEqualTo(bytes);
      assertThat(TermList.count(segment, 8)).isEqualTo(tags.length);
      assertThat(TermList.metric(segment, 8)).isEqualTo(metric);
      int[] read = new int[tags.length + 1];
      assertThat(TermList.tags(segment, 8, read)).isEqualTo(tags.length);
      assertThat(Arrays.copyOf(read, tags.length)).isEqualTo(tags);
      for (int n = 0; n < tags.length; n++) {
        assertThat(TermList.tag(segment, 8, n)).isEqualTo(tags[n]);
      }
    }
  }

  @Test
  void aMetricAndElevenTagsOfAShardOfAMillionTermsTake32Bytes() {
    int[] tags = new int[11];
    Arrays.fill(tags, (1 << 20) - 1);
    assertThat(TermList.bytes(TermList.width(1, tags, 11), 11)).isEqualTo(32);
    Arrays.fill(tags, (1 << 15) - 1);
    assertThat(TermList.bytes(TermList.width(1, tags, 11), 11)).isEqualTo(24);
  }

  @Test
  void theLargestListFitsInABlock() {
    int count = NameParser.MAX_TAGS;
    assertThat(TermList.bytes(31, count)).isLessThanOrEqualTo(TermDictionary.MAX_BYTES);
  }

  @Provide
  Arbitrary<Integer> terms() {
    return Arbitraries.integers().between(1, 31).map(bits -> Integer.MAX_VALUE >>> (31 - bits));
  }

  @Provide
  Arbitrary<int[]> lists() {
    Arbitrary<Integer> any = Arbitraries.oneOf(Arbitraries.integers().between(1, 100_000), terms());
    Arbitrary<Integer> sizes =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 20),
            Arbitraries.of(63, 125, 126, 127, 128, 129, 1000));
    return sizes.flatMap(size -> any.array(int[].class).ofSize(size));
  }
}
