package goku.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.client.LineBatches.Batch;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LineBatchesTest {
  private final LineBatches batches = new LineBatches(10, 100);

  @Test
  void aRecordIsReadyWhenTheNextLineDoesNotFit() {
    assertThat(add("aaaa", 1, 0)).isTrue();
    assertThat(add("bbbb", 1, 0)).isFalse();
    assertThat(batches.next(99)).isNull();
    assertThat(add("c", 1, 50)).isTrue();
    Batch full = next(99);
    assertThat(text(full)).isEqualTo("aaaa\nbbbb");
    assertThat(full.lines()).isEqualTo(2);
    assertThat(full.charged()).isEqualTo(10);
    assertThat(batches.next(149)).isNull();
    assertThat(text(next(150))).isEqualTo("c");
  }

  @Test
  void aRecordIsReadyWhenItsFirstLineHasWaitedForLongEnough() {
    assertThat(batches.nanosUntilNext(0)).isEqualTo(Long.MAX_VALUE);
    add("a", 1, 7);
    add("b", 1, 90);
    assertThat(batches.nanosUntilNext(8)).isEqualTo(99);
    assertThat(batches.next(106)).isNull();
    assertThat(batches.nanosUntilNext(200)).isZero();
    assertThat(text(next(107))).isEqualTo("a\nb");
    assertThat(batches.nanosUntilNext(107)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void linesOfASeriesStayInOneLaneAndInOrder() {
    add("a1", 5, 0);
    add("b1", 6, 0);
    add("a2", 5 + LineBatches.LANES, 1);
    add("b2", 6 - LineBatches.LANES, 1);
    batches.finish();
    Batch first = next(1);
    Batch second = next(1);
    assertThat(text(first)).isEqualTo("a1\na2");
    assertThat(text(second)).isEqualTo("b1\nb2");
    assertThat(first.lane()).isNotEqualTo(second.lane());
    assertThat(batches.next(1_000)).isNull();
  }

  @Test
  void aLineMayBeAsLongAsARecord() {
    assertThat(batches.fits(new byte[10])).isTrue();
    assertThat(batches.fits(new byte[11])).isFalse();
    add("0123456789", 1, 0);
    add("x", 1, 0);
    assertThat(text(next(0))).isEqualTo("0123456789");
  }

  private boolean add(String line, int seriesHash, long nowNanos) {
    return batches.add(line.getBytes(UTF_8), seriesHash, nowNanos);
  }

  private Batch next(long nowNanos) {
    return Objects.requireNonNull(batches.next(nowNanos));
  }

  private static String text(Batch batch) {
    return new String(batch.value(), UTF_8);
  }
}
