package goku.index;

import static org.assertj.core.api.Assertions.assertThat;

import goku.memory.MemoryUse;
import goku.memory.Purpose;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.roaringbitmap.RoaringBitmap;

/// Property tests of lists of slots against a set: packed lists, bitmaps, and the conversion
/// between them.
class SlotListsPropertyTest {
  private static final int TERM = 5000;

  @Property(tries = 300)
  void postingsHoldWhatWasAddedAndNotRemoved(@ForAll("changes") List<Set<Integer>> changes) {
    var use = new MemoryUse(Long.MAX_VALUE);
    var postings = new Postings(use);
    Set<Integer> expected = new TreeSet<>();
    boolean add = true;
    for (Set<Integer> change : changes) {
      var slots = new TreeSet<>(change);
      RoaringBitmap before = postings.get(TERM);
      int[] had = before.toArray();
      if (add) {
        slots.removeAll(expected);
        expected.addAll(slots);
      } else {
        slots.retainAll(expected);
        expected.removeAll(slots);
      }
      // with other content before and after, as the lists of many terms are in one array
      int[] array = new int[slots.size() + 2];
      int at = 1;
      for (int slot : slots) {
        array[at++] = slot;
      }
      if (!slots.isEmpty() && add) {
        postings.add(TERM, array, 1, at);
      } else if (!slots.isEmpty()) {
        postings.remove(TERM, array, 1, at);
      }
      add = !add || expected.isEmpty();
      int[] all = expected.stream().mapToInt(slot -> slot).toArray();
      assertThat(postings.get(TERM).toArray()).isEqualTo(all);
      assertThat(before.toArray()).as("a reader's list").isEqualTo(had);
    }
    postings.close();
    assertThat(use.bytes(Purpose.INDEX)).isZero();
  }

  @Property
  void packedSlotsComeBack(@ForAll("slots") Set<Integer> slots) {
    int[] ascending = slots.stream().mapToInt(slot -> slot).sorted().toArray();
    if (ascending.length > 0) {
      byte[] packed = PackedSlots.of(ascending, 0, ascending.length);
      assertThat(PackedSlots.unpack(packed)).isEqualTo(ascending);
      assertThat(PackedSlots.largest(packed)).isEqualTo(ascending[ascending.length - 1]);
      int half = (ascending.length + 1) / 2;
      byte[] first = PackedSlots.of(ascending, 0, half);
      if (half < ascending.length) {
        assertThat(PackedSlots.append(first, ascending, half, ascending.length)).isEqualTo(packed);
      }
    }
  }

  @Provide
  Arbitrary<List<Set<Integer>>> changes() {
    return slots().list().ofMaxSize(8);
  }

  @Provide
  Arbitrary<Set<Integer>> slots() {
    Arbitrary<Integer> near = Arbitraries.integers().between(0, 9000);
    Arbitrary<Integer> far = Arbitraries.integers().between(0, 1 << 20);
    Arbitrary<Integer> any = Arbitraries.integers().between(0, Integer.MAX_VALUE);
    Arbitrary<Set<Integer>> range =
        Arbitraries.integers().between(0, 200_000).map(SlotListsPropertyTest::range);
    return Arbitraries.oneOf(
        near.set().ofMaxSize(500), far.set().ofMaxSize(500), any.set().ofMaxSize(20), range);
  }

  /// Returns enough slots for a bitmap.
  private static Set<Integer> range(int from) {
    Set<Integer> slots = new TreeSet<>();
    for (int i = 0; i < 6000; i++) {
      slots.add(from + i + (i % 7 == 0 ? 3 * i : 0));
    }
    return slots;
  }
}
