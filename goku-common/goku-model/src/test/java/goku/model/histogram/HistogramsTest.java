package goku.model.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.histogram.ExponentialShape.Span;
import goku.testkit.histogram.RandomHistograms;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HistogramsTest {
  @Property(tries = 300)
  void bytesAreReadBack(@ForAll long seed) {
    var histograms = new RandomHistograms(new Random(seed));
    var from = new Histograms();
    var to = new Histograms();
    for (int i = 0; i < 10; i++) {
      int handle = histograms.addTo(from);
      byte[] bytes = from.bytes(handle);
      byte[] padded = Arrays.copyOf(bytes, bytes.length + 7);
      assertSame(from, handle, to, to.read(padded, 0, bytes.length));
      assertSame(from, handle, to, to.copy(from, handle));
    }
  }

  private static void assertSame(Histograms a, int first, Histograms b, int second) {
    int words = a.shape(first).words();
    assertThat(b.shape(second)).isEqualTo(a.shape(first));
    assertThat(Arrays.copyOfRange(b.words(), second + 1, second + 1 + words))
        .isEqualTo(Arrays.copyOfRange(a.words(), first + 1, first + 1 + words));
  }

  @Property(tries = 500)
  void otherBytesAreRejectedOrAHistogram(@ForAll byte[] bytes) {
    var store = new Histograms();
    try {
      store.read(bytes, 0, bytes.length);
    } catch (InvalidHistogramException rejected) {
      assertThat(rejected).hasMessageStartingWith("invalid histogram: ");
    }
  }

  @Test
  void theBytesAreThoseOfTheTables() {
    var store = new Histograms();
    int fixed = store.add(FixedShape.of(new float[] {0, 1.5f}, new float[] {1.5f, 10}));
    System.arraycopy(new long[] {1, 2, 300, 4}, 0, store.words(), fixed + 1, 4);
    assertThat(HexFormat.of().formatHex(store.bytes(fixed)))
        .isEqualTo("0f" + "010201" + "00000000" + "0000c03f" + "00002041" + "0102ac0204");
    int exponential =
        store.add(new ExponentialShape(-1, 0.5, new Span(-3, 1), new Span(2, 2), true));
    for (int i = 1; i <= 7; i++) {
      store.words()[exponential + i] = i;
    }
    assertThat(HexFormat.of().formatHex(store.bytes(exponential))).isEqualTo(EXPONENTIAL);
  }

  private static final String EXPONENTIAL =
      "0f"
          + "02ff07"
          + "000000000000e03f"
          + "0501"
          + "0402"
          + "01020304"
          + "0500000000000000"
          + "0600000000000000"
          + "0700000000000000";

  @Test
  void memoryIsCountedBeforeItIsAllocated() {
    var counted = new AtomicLong();
    var store = new Histograms(counted::addAndGet);
    var shape = FixedShape.of(new float[1000], ascending(1000));
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 10; i++) {
        store.add(shape);
      }
      store.clear();
    }
    assertThat(counted.get()).isBetween(10L * 1003 * Long.BYTES, 40L * 1003 * Long.BYTES);
  }

  private static float[] ascending(int count) {
    float[] bounds = new float[count];
    for (int i = 0; i < count; i++) {
      bounds[i] = i + 1;
    }
    return bounds;
  }

  @Test
  void shapesThatCannotBeAreRejected() {
    assertThatThrownBy(() -> FixedShape.of(new float[] {1, 1}, new float[] {2, 2}))
        .hasMessageContaining("ranges must ascend");
    assertThatThrownBy(() -> FixedShape.of(new float[] {Float.NaN}, new float[] {2}))
        .hasMessageContaining("bounds must be finite");
    assertThatThrownBy(() -> new ExponentialShape(21, 0, Span.NONE, Span.NONE, false))
        .hasMessageContaining("scale=21");
    assertThatThrownBy(() -> new ExponentialShape(3, -1, Span.NONE, Span.NONE, false))
        .hasMessageContaining("zeroThreshold=-1.0");
    assertThatThrownBy(() -> new ExponentialShape(0, 0, new Span(2048, 1), Span.NONE, false))
        .hasMessageContaining("1 ranges from index 2048 on at scale 0: no double is there");
    assertThatThrownBy(() -> new Span(Integer.MAX_VALUE, 2))
        .isInstanceOf(InvalidHistogramException.class);
  }
}
