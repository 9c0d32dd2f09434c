package goku.budget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapRegionsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "100, 100",
    "495, 495",
    "496, 1024",
    "1008, 1024",
    "1009, 2048",
    "2147483647, 2147484672",
  })
  void aLargeArrayTakesWholeRegions(int length, long bytes) {
    assertThat(new HeapRegions(1024).bytesOfArray(length)).isEqualTo(bytes);
  }

  @Test
  void withoutRegionsAnArrayTakesItsLength() {
    assertThat(HeapRegions.NONE.bytesOfArray(1 << 20)).isEqualTo(1 << 20);
  }

  @Test
  void theRegionsOfThisProcessAreKnown() {
    assertThat(HeapRegions.ofThisProcess().bytes()).isNotNegative();
  }
}
