package goku.cardinality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashFilterTest {
  private final SplittableRandom random = new SplittableRandom(33);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 1000, 32_768, 32_769, 200_000})
  void everyHashOfTheSetIsFound(int count) {
    long[] hashes = hashes(count);
    var filter = HashFilter.of(hashes);
    assertThat(LongStream.of(hashes).allMatch(filter::mayContain)).isTrue();
  }

  @Test
  void otherHashesAreFoundAboutOnceIn65536() {
    var filter = HashFilter.of(hashes(100_000));
    long found = LongStream.range(0, 2_000_000).filter(_ -> filter.mayContain(next())).count();
    assertThat(found).isBetween(5L, 80L); // 30 expected
  }

  @Test
  void hashesMayRepeatAndHaveEqualUpperBits() {
    long[] hashes = LongStream.range(0, 50_000).map(i -> 0xABCD_0000_0000_0000L + i / 2).toArray();
    var filter = HashFilter.of(hashes);
    assertThat(LongStream.of(hashes).allMatch(filter::mayContain)).isTrue();
    assertThat(filter.mayContain(0xABCD_0000_0001_0000L)).isFalse();
  }

  @Test
  void aFilterTakesTwentyBitsForEachHash() {
    assertThat(HashFilter.of(hashes(1_000_000)).bytes()).isBetween(2_450_000L, 2_500_000L);
  }

  @Test
  void theEmptySetHasNoHash() {
    assertThat(HashFilter.of(new long[0]).mayContain(0)).isFalse();
    assertThat(HashFilter.of(new long[0]).bytes()).isZero();
  }

  @Test
  void aFilterOfTheSamePartsIsEqual() {
    long[] hashes = hashes(70_000);
    List<HashFilterPart> parts =
        HashFilter.of(hashes).parts().stream()
            .map(part -> HashFilterPart.of(part.seed(), part.values()))
            .toList();
    assertThat(parts).hasSize(3);
    assertThat(LongStream.of(hashes).allMatch(new HashFilter(parts)::mayContain)).isTrue();
  }

  @Test
  void aNumberOfValuesThatNoPartHasIsRefused() {
    assertThatThrownBy(() -> HashFilterPart.of(0, new short[4])).hasMessageContaining("values=4");
  }

  private long[] hashes(int count) {
    return LongStream.generate(this::next).limit(count).toArray();
  }

  private long next() {
    return random.nextLong();
  }
}
