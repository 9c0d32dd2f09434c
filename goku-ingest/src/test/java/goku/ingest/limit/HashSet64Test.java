package goku.ingest.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HashSet64Test {
  @Test
  void agreesWithASetOfTheJdk() {
    var random = new SplittableRandom(1);
    Set<Long> expected = new HashSet<>();
    var set = new HashSet64();
    for (int i = 0; i < 20_000; i++) {
      long hash = random.nextInt(10_000) * 0x1_0000_0001L;
      expected.add(hash);
      set.add(hash);
      assertThat(set.size()).isEqualTo(expected.size());
    }
    for (long i = 0; i < 10_001; i++) {
      long hash = i * 0x1_0000_0001L;
      assertThat(set.contains(hash)).isEqualTo(expected.contains(hash));
    }
    assertThat(set.only(hash -> hash == 0).size()).isEqualTo(expected.contains(0L) ? 1 : 0);
    assertThat(set.only(hash -> hash % 2 == 0).contains(0x1_0000_0001L)).isFalse();
  }

  @Test
  void zeroIsAHashLikeOthers() {
    var set = new HashSet64();
    assertThat(set.contains(0)).isFalse();
    set.add(0);
    set.add(0);
    assertThat(set.contains(0)).isTrue();
    assertThat(set.size()).isEqualTo(1);
  }
}
