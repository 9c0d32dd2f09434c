package goku.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrantTest {
  private static Grant parse(String text) {
    return Grant.parse(text.isEmpty() ? List.of() : List.of(text.split(" ", -1)));
  }

  @Test
  void withoutAWordEverythingIsAllowed() {
    assertThat(parse("")).isEqualTo(Grant.ALL);
    assertThat(Grant.ALL.text()).isEmpty();
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    for (String text :
        List.of(
            "roles=write",
            "roles=write,read namespaces=a,b",
            "roles=read namespaces=a queries-per-second=5",
            "datapoints-per-second=1000000000",
            "roles=write,read,metrics")) {
      assertThat(parse(text).text()).isEqualTo(text);
    }
  }

  @Test
  void namespacesLimitWhatMayBeReadAndWritten() {
    var caller = new Caller("x", parse("roles=write namespaces=a,b"));
    assertThat(caller.writes("a")).isTrue();
    assertThat(caller.writes("c")).isFalse();
    assertThat(caller.reads("a")).isFalse();
    assertThat(caller.denied(Need.WHOLE)).isPresent();
    assertThat(caller.denied(Need.LOGIN)).isEmpty();
  }

  @Test
  void anAdministratorMayScrapeAndWhoScrapesMayNothingElse() {
    var scraper = new Caller("x", parse("roles=metrics"));
    assertThat(scraper.denied(Need.METRICS)).isEmpty();
    assertThat(scraper.denied(Need.ADMIN)).isPresent();
    assertThat(scraper.denied(Need.READ)).isPresent();
    assertThat(new Caller("y", parse("roles=admin")).denied(Need.METRICS)).isEmpty();
  }

  @Test
  void nobodyMayNothingThatNeedsALogin() {
    for (Need need : Need.values()) {
      boolean open = need == Need.NOTHING || need == Need.LOGIN;
      assertThat(Caller.NOBODY.denied(need).isEmpty()).as(need.name()).isEqualTo(open);
      assertThat(Caller.ANYBODY.denied(need)).as(need.name()).isEmpty();
    }
  }

  @Test
  void whatIsWrongIsSaidWithoutRepeatingIt() {
    for (String wrong :
        List.of(
            "s3cret",
            "s3cret=x",
            "roles=s3cret",
            "roles=",
            "roles=read, s3cret",
            "roles=read roles=read",
            "namespaces=a,,b",
            "namespaces=a",
            "roles=admin namespaces=a",
            "datapoints-per-second=s3cret",
            "datapoints-per-second=0",
            "queries-per-second=9999999999")) {
      assertThatThrownBy(() -> parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining("s3cret");
    }
  }
}
