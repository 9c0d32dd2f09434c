package goku.integration.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultSequenceTest {
  private static final List<List<String>> SERVICES =
      List.of(List.of("short-a", "short-b"), List.of("long-a"), List.of("root-a", "root-b"));

  @Test
  void eachServiceHasOneFaultInARoundAndEveryKindInThree() {
    List<Fault> faults = first(9, new FaultSequence(1, SERVICES));
    assertThat(new HashSet<>(services(faults.subList(0, 3)))).hasSize(3);
    for (String service : List.of("short", "long", "root")) {
      assertThat(faults)
          .filteredOn(fault -> fault.process().startsWith(service))
          .extracting(Fault::kind)
          .containsExactlyInAnyOrder(Fault.Kind.values());
    }
  }

  @Test
  void theSameSeedGivesTheSameSequenceAndAnotherSeedAnother() {
    List<Fault> faults = first(30, new FaultSequence(7, SERVICES));
    assertThat(first(30, new FaultSequence(7, SERVICES))).isEqualTo(faults);
    assertThat(first(30, new FaultSequence(8, SERVICES))).isNotEqualTo(faults);
  }

  private static List<Fault> first(int count, FaultSequence sequence) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(i -> sequence.next()).toList());
  }

  private static List<String> services(List<Fault> faults) {
    return faults.stream()
        .map(fault -> fault.process().substring(0, fault.process().indexOf('-')))
        .toList();
  }
}
