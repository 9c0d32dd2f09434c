package goku.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.HeapBudget;
import goku.model.SeriesFilter;
import goku.model.Tag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LookupCutTest {
  private static final int SERIES = 12_000;

  @Property(tries = 60)
  void visitsKeepWhatACutOfAllSeriesKeeps(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int limit,
      @ForAll @IntRange(min = 0, max = 2) int distinct,
      @ForAll @IntRange(min = 1, max = 30) int values) {
    var random = new Random(seed);
    Set<String> keys = List.of(Set.<String>of(), Set.of("dc"), Set.of("dc", "host")).get(distinct);
    var query = new LookupQuery(new SeriesFilter("m", List.of(), false), Set.of(), keys, limit);
    List<FoundSeries> all = new ArrayList<>();
    var cut = new LookupCut(query, new FoundCharge());
    for (int i = 0; i < SERIES; i++) {
      var dc = new Tag("dc", "d" + random.nextInt(values));
      var host = new Tag("host", "h" + random.nextInt(SERIES));
      var series = new FoundSeries("m", List.of(dc, host));
      all.add(series);
      cut.add(series);
    }
    assertThat(cut.found()).isEqualTo(query.cut(all));
  }

  @Property
  void seriesAreOrderedByTheTextOfTheirTags(@ForAll long seed) {
    var random = new Random(seed);
    FoundSeries one = series(random);
    FoundSeries other = series(random);
    Comparator<FoundSeries> byText = Comparator.comparing(series -> series.tags().toString());
    assertThat(Integer.signum(one.compareTo(other)))
        .isEqualTo(Integer.signum(byText.compare(one, other)));
  }

  private static FoundSeries series(Random random) {
    List<Tag> tags = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      tags.add(new Tag(word(random), word(random)));
    }
    return new FoundSeries("m", tags);
  }

  /// Returns one of few words with characters around those between tags.
  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      word.append(" ,=a]~".charAt(random.nextInt(6)));
    }
    return word.toString();
  }

  @Test
  void theMemoryOfALookupIsThatOfItsLimit() {
    var filter = new SeriesFilter("m", List.of(), false);
    for (int limit : List.of(0, 25)) {
      Account account = new HeapBudget(3 << 20).open("client");
      Runnable search =
          () -> {
            var cut =
                new LookupCut(
                    new LookupQuery(filter, Set.of(), Set.of("host"), limit), new FoundCharge());
            for (int i = 0; i < SERIES; i++) {
              cut.add(new FoundSeries("m", List.of(new Tag("host", "h" + i))));
            }
            assertThat(cut.found()).hasSize(limit);
          };
      if (limit == 0) {
        assertThatThrownBy(() -> account.call(() -> run(search)))
            .isInstanceOf(BudgetExceededException.class);
      } else {
        assertThat(account.call(() -> run(search))).isTrue();
        assertThat(account.bytes()).isBetween(400L * limit, 2L << 20);
      }
    }
  }

  private static boolean run(Runnable work) {
    work.run();
    return true;
  }
}
