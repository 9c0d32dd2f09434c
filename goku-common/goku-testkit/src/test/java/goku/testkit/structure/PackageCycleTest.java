package goku.testkit.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PackageCycleTest {
  @Test
  void aDiamondIsNoCycle() {
    assertThat(
            PackageCycle.findIn(Map.of("a", Set.of("b", "c"), "b", Set.of("d"), "c", Set.of("d"))))
        .isEmpty();
  }

  @Test
  void aLongCycleIsFoundWithoutThePackagesThatLeadToIt() {
    assertThat(
            PackageCycle.findIn(
                Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("d"), "d", Set.of("b"))))
        .containsExactlyInAnyOrder("b", "c", "d");
  }
}
