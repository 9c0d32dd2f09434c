package goku.format.sst;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SstKeysTest {
  private static final long START = 1_700_006_400_000L;
  private static final SstKeys KEYS = new SstKeys(new SstBucket(2, START, 3));

  @Test
  void keysSortByTypeThenByTheirTextsAndNumbers() {
    List<byte[]> ascending =
        List.of(
            KEYS.metric(utf8("cpu")),
            KEYS.metric(utf8("cpu.idle")),
            KEYS.pair(utf8("host=a")),
            KEYS.tagKey(utf8("host")),
            KEYS.tagValue(utf8("a")),
            KEYS.term(255),
            KEYS.term(256),
            KEYS.postings(1, 7),
            KEYS.postings(2, 3),
            KEYS.keyPostings(0, 1),
            KEYS.names(0, 0),
            KEYS.names(0, 1024),
            KEYS.column(0),
            KEYS.data(Aggregate.RAW, 9, 9),
            KEYS.data(Aggregate.MAX, 0, 1),
            KEYS.data(Aggregate.MAX, 0, 70_000),
            KEYS.marker());
    assertThat(ascending).isSortedAccordingTo(Arrays::compareUnsigned);
  }

  @Test
  void prefixAndItsSuccessorEncloseTheKeysOfATypeAndBucket() {
    byte[] from = KEYS.prefix(KeyType.NAMES);
    byte[] to = SstKeys.behind(from);
    assertThat(isBetween(from, KEYS.names(0, 0), to)).isTrue();
    assertThat(isBetween(from, KEYS.names(-1, -1), to)).isTrue();
    for (SstKeys other :
        List.of(
            new SstKeys(new SstBucket(3, START, 3)),
            new SstKeys(new SstBucket(2, START + 1000, 3)),
            new SstKeys(new SstBucket(2, START, 4)))) {
      assertThat(isBetween(from, other.names(0, 0), to)).isFalse();
      assertThat(other.has(KEYS.names(0, 0), KeyType.NAMES)).isFalse();
    }
    assertThat(KEYS.has(KEYS.names(0, 0), KeyType.NAMES)).isTrue();
    assertThat(KEYS.has(KEYS.column(0), KeyType.NAMES)).isFalse();
    assertThat(KEYS.has(new byte[3], KeyType.NAMES)).isFalse();
  }

  @Test
  void successorOfAPrefixSkipsBytesThatCannotGrow() {
    assertThat(SstKeys.behind(new byte[] {1, -1, -1})).containsExactly(2);
    assertThat(SstKeys.behind(new byte[] {1, 2})).containsExactly(1, 3);
  }

  @Test
  void numbersAndTextsAreReadBack() {
    assertThat(SstKeys.lastNumber(KEYS.data(Aggregate.SUM, 5, 1 << 30))).isEqualTo(1 << 30);
    assertThat(SstKeys.metricOf(KEYS.data(Aggregate.SUM, 5, 1 << 30))).isEqualTo(5);
    assertThat(SstKeys.metricOf(KEYS.names(77, 1024))).isEqualTo(77);
    assertThat(SstKeys.lastNumber(KEYS.column(3))).isEqualTo(3);
    assertThat(SstKeys.textOf(KEYS.pair(utf8("host=ü")))).isEqualTo(utf8("host=ü"));
  }

  @Test
  void bucketThatDoesNotFitIntoAKeyIsRefused() {
    Stream.of(
            new SstBucket(-1, START, 1),
            new SstBucket(256, START, 1),
            new SstBucket(1, START + 1, 1),
            new SstBucket(1, -1000, 1),
            new SstBucket(1, 1L << 43, 1),
            new SstBucket(1, START, -1))
        .forEach(
            bucket ->
                assertThatThrownBy(() -> new SstKeys(bucket))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(bucket.toString()));
  }

  private static boolean isBetween(byte[] from, byte[] key, byte[] to) {
    return Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
