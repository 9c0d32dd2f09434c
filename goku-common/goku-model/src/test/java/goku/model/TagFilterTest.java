package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import goku.model.TagFilter.AnyValue;
import goku.model.TagFilter.LiteralOr;
import goku.model.TagFilter.NotKey;
import goku.model.TagFilter.Regexp;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TagFilterTest {
  @Test
  void literalOrTakesTheValuesAsWritten() {
    var filter = new LiteralOr("host", Set.of("a", "B"), false, false, true);
    assertThat(filter.matches("a")).isTrue();
    assertThat(filter.matches("B")).isTrue();
    assertThat(filter.matches("b")).isFalse();
    assertThat(filter.matches("c")).isFalse();
  }

  @Test
  void caseOfBothSidesIsIgnoredWhereAsked() {
    var filter = new LiteralOr("host", Set.of("Web"), true, false, true);
    assertThat(filter.matches("wEB")).isTrue();
    assertThat(filter.matches("we")).isFalse();
  }

  @Test
  void negationTakesAllOtherValuesButNotSeriesWithoutTheKey() {
    var filter = new LiteralOr("host", Set.of("a"), false, true, true);
    assertThat(filter.matches("a")).isFalse();
    assertThat(filter.matches("b")).isTrue();
    assertThat(filter.matchesAbsent()).isFalse();
  }

  @Test
  void regexpMayMatchAnywhereInTheValue() {
    var filter = new Regexp("host", Pattern.compile("b+"), true);
    assertThat(filter.matches("abbc")).isTrue();
    assertThat(filter.matches("ac")).isFalse();
    assertThat(filter.matchesAbsent()).isFalse();
  }

  @Test
  void anyValueNeedsTheKey() {
    var filter = new AnyValue("host", true);
    assertThat(filter.matches("a")).isTrue();
    assertThat(filter.matchesAbsent()).isFalse();
  }

  @Test
  void notKeyTakesOnlySeriesWithoutTheKeyAndNeverGroups() {
    var filter = new NotKey("host");
    assertThat(filter.matches("a")).isFalse();
    assertThat(filter.matchesAbsent()).isTrue();
    assertThat(filter.groupBy()).isFalse();
  }
}
