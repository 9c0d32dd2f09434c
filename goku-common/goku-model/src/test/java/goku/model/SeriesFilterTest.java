package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeriesFilterTest {
  @Test
  void filterByWordsHasNoHashes() {
    assertThat(new SeriesFilter("cpu", List.of(), true).nameHashes()).isNull();
  }

  @Test
  void filterByHashesSelectsEveryMetricAndKeepsItsOwnCopy() {
    Set<Long> hashes = new HashSet<>(Set.of(1L, 2L));
    SeriesFilter filter = SeriesFilter.ofNameHashes(hashes);
    hashes.clear();
    assertThat(filter.metric()).isNull();
    assertThat(filter.filters()).isEmpty();
    assertThat(filter.explicitTags()).isFalse();
    assertThat(filter.nameHashes()).containsExactlyInAnyOrder(1L, 2L);
  }
}
