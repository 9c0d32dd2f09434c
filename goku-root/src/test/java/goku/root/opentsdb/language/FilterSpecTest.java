package goku.root.opentsdb.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.HeapBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterSpecTest {
  private static final Dialect DIALECT = new Dialect(false, false, false, false);

  @ParameterizedTest
  @CsvSource({
    "web01, web01, true",
    "web01, WEB01, false",
    "web01|db, db, true",
    "web*, WEB01, true",
    "*, x, true",
    "w*1, web01, true",
    "w*1, web01x, false",
    "a.*, abc, false",
    "literal_or(a|b), b, true",
    "ILITERAL_OR(a|b), B, true",
    "not_literal_or(a|b), c, true",
    "wildcard(web*), WEB01, false",
    "wildcard(web01), web01, true",
    "iwildcard(*01), WEB01, true",
    "regexp(^web), web01, true",
    "regexp((a|b)$), cab, true",
    "not_key(), x, false",
    "System.gc(), System.gc(), true",
    "a|b, a|b, true",
    "a|b, b, true",
    "not_literal_or(a|b), a|b, false",
    "\"a|b\", a|b, true",
    "\"a|b\", b, false",
    "\"x\", \"x\", true",
    "\"a*\"|c, a*, true",
    "\"a*\"|c, c, true",
    "\"a*\"|c, ab, false",
    "\"literal_or(x)\", literal_or(x), true",
    "literal_or(\"x\\\"|y\"|z), x\"|y, true",
    "say \"hi\", say \"hi\", true"
  })
  void filtersMatchValues(String filter, String value, boolean matches) {
    assertThat(FilterSpec.ofTag("host", filter, true).toTagFilter().matches(value))
        .isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({"nope(x)", "regexp([)", "literal_or()", "literal_or(|)", "regexp(x", "wildcard()"})
  void invalidFiltersAreRejected(String filter) {
    assertThatIllegalArgumentException().isThrownBy(() -> FilterSpec.ofTag("host", filter, true));
  }

  @Test
  void literalFiltersOfOneKeyAreMerged() {
    SubQuery query = MetricExpression.parse("sum:cpu{host=a}{host=b,dc=regexp(x|y)}", DIALECT);
    assertThat(query.tagFilters()).hasSize(2);
    assertThat(query.tagFilters().getLast().matches("a")).isTrue();
    assertThat(query.tagFilters().getLast().matches("b")).isTrue();
  }

  @Test
  void filtersMayContainColonsAndCommas() {
    SubQuery query = MetricExpression.parse("sum:1m-avg:cpu{host=regexp(a:(b,c)),dc=*}", DIALECT);
    assertThat(query.filters()).extracting(FilterSpec::filter).containsExactly("a:(b,c)", "*");
    assertThat(query.downsample()).isEqualTo("1m-avg");
  }

  @Test
  void literalsAreChargedBeforeTheyAreSplit() {
    Account account = new HeapBudget(1 << 20).open("client");
    String many = "x|".repeat(100_000);
    assertThatThrownBy(() -> account.call(() -> FilterSpec.of("literal_or", "host", many, false)))
        .isInstanceOf(BudgetExceededException.class);
    account.call(() -> FilterSpec.of("literal_or", "host", "a|b", false));
    assertThat(account.bytes()).isPositive();
  }
}
