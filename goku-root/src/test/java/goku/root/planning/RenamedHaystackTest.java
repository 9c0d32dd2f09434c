package goku.root.planning;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.MetricRenames;
import goku.model.SeriesFilter;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RenamedHaystackTest {
  /// `old.cpu` is `new.cpu` now.
  private static final MetricRenames RENAMES =
      MetricRenames.NONE.reserved("new.cpu").renamed("old.cpu", "new.cpu");

  private static final SeriesFilter ALL = new SeriesFilter(null, List.of(), false);

  @Test
  void aRenamedMetricIsIncludedByItsNewName() {
    Haystack stored = stored(haystack("new.", Blocklist.NONE));
    assertThat(stored.includes("old.cpu")).isTrue();
    assertThat(stored.includes("old.memory")).isFalse();
    assertThat(stored.includes("new.memory")).isTrue();
  }

  @Test
  void aRenamedMetricIsNotIncludedByItsStoredName() {
    Haystack stored = stored(haystack("old.", Blocklist.NONE));
    assertThat(stored.includes("old.cpu")).isFalse();
    assertThat(stored.includes("old.memory")).isTrue();
  }

  @Test
  void aRenamedMetricIsExcludedByItsNewName() {
    var excluded = new Blocklist(Set.of(new BlockRule("new.", true)));
    Haystack stored = stored(haystack("", excluded));
    assertThat(stored.includes("old.cpu")).isFalse();
    assertThat(stored.includes("old.memory")).isTrue();
  }

  @Test
  void aRenamedMetricIsNotExcludedByItsStoredName() {
    var excluded = new Blocklist(Set.of(new BlockRule("old.", true)));
    Haystack stored = stored(haystack("", excluded));
    assertThat(stored.includes("old.cpu")).isTrue();
    assertThat(stored.includes("old.memory")).isFalse();
  }

  @Test
  void aMetricThatTookTheOldNameIsIncludedByIt() {
    Haystack stored = stored(haystack("old.", Blocklist.NONE));
    assertThat(stored.includes(RENAMES.stored("old.cpu"))).isTrue();
  }

  @Test
  void aReservedNameIncludesNothing() {
    MetricRenames pending = MetricRenames.NONE.reserved("new.cpu");
    Haystack stored = new RenamedHaystack(pending).stored(haystack("new.", Blocklist.NONE));
    assertThat(stored.renamed()).isEmpty();
  }

  private static Haystack haystack(String prefix, Blocklist excluded) {
    return new Haystack(ALL, List.of(new MetricPattern(prefix, true)), excluded);
  }

  private static Haystack stored(Haystack haystack) {
    return new RenamedHaystack(RENAMES).stored(haystack);
  }
}
