package goku.root.opentsdb.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.model.TagFilter;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexpLimitsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "((((a{1,1000}){1,1000}){1,1000}))",
        "(a{1000}){1000}",
        "([a-z(]{1000}){1,}{1000}",
        "(\\({1000}){1000}"
      })
  void refusesRepetitionsOfRepetitions(String regexp) {
    assertThatThrownBy(() -> FilterSpec.of("regexp", "host", regexp, true))
        .isInstanceOf(HttpError.class)
        .hasMessage("Regular expression has more than 100000 elements: simplify it");
  }

  @Test
  void refusesTooManyGroupsInEachOther() {
    String deep = "(".repeat(10_000) + "a" + ")".repeat(10_000);
    assertThatThrownBy(() -> FilterSpec.of("regexp", "host", deep, true))
        .isInstanceOf(HttpError.class)
        .hasMessage("Regular expression has more than 200 groups in each other: simplify it");
  }

  /// The matcher would exceed the stack.
  @ParameterizedTest
  @ValueSource(strings = {"a*", "a?", "a|", "^", "\\b", "()", "(b|c+){2,3}"})
  void refusesTooManyBranches(String branch) {
    assertThatThrownBy(() -> FilterSpec.of("regexp", "host", branch.repeat(4_001), true))
        .isInstanceOf(HttpError.class)
        .hasMessage(
            "Regular expression has more than 4000 alternatives, groups and optional parts:"
                + " simplify it");
  }

  @Test
  void refusesLongWildcards() {
    String wildcard = "*" + "a".repeat(100_000);
    assertThatThrownBy(() -> FilterSpec.of("wildcard", "host", wildcard, true))
        .isInstanceOf(HttpError.class)
        .hasMessage("Regular expression has more than 100000 elements: simplify it");
  }

  @Test
  void theMatcherCopesWithTheMostBranches() {
    for (String most :
        new String[] {
          "a*".repeat(4_000),
          "(a?){999}",
          "x|".repeat(4_000) + "a",
          "()".repeat(1_333),
          "^".repeat(4_000)
        }) {
      TagFilter filter = FilterSpec.of("regexp", "host", most, true).toTagFilter();
      assertThat(filter.matches("a")).isTrue();
    }
  }

  @Test
  void compilesWhatIsWithinTheLimits() {
    String nested = "(".repeat(200) + "a" + ")".repeat(200);
    String hosts =
        IntStream.range(0, 3_900).mapToObj("web%04d"::formatted).collect(Collectors.joining("|"));
    for (String regexp : new String[] {nested, "^(" + hosts + ")$", "(a{9,99}b?){1,100}"}) {
      assertThat(FilterSpec.of("regexp", "host", regexp, true).filter()).isEqualTo(regexp);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "web.*",
        "[^]a]{3}",
        "[(]{1000}",
        "\\({1000}",
        "a{,3}",
        "a{b}",
        "{3}",
        ")",
        "[",
        "\\",
        "",
        "a{0}"
      })
  void leavesEverythingElseToTheCompiler(String regexp) {
    assertThatCode(() -> RegexpLimits.require(regexp)).doesNotThrowAnyException();
  }
}
