package goku.compactor.plan;

import static org.assertj.core.api.Assertions.assertThat;

import goku.tier.BucketKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WindowKeyTest {
  @Test
  void windowsAreOrderedByTierThenByTimeThenByShard() {
    var first = new WindowKey(1, 1, 20);
    var second = new WindowKey(2, 1, 20);
    var third = new WindowKey(0, 1, 30);
    var fourth = new WindowKey(0, 2, 10);
    assertThat(Stream.of(fourth, third, second, first).sorted())
        .containsExactly(first, second, third, fourth);
  }

  @Test
  void windowIsThatOfAllItsGenerations() {
    var window = new WindowKey(1, 2, 30);
    assertThat(window.generation(4)).isEqualTo(new BucketKey(1, 2, 30, 4));
    assertThat(WindowKey.of(window.generation(4))).isEqualTo(window);
  }
}
