package goku.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RoutesTest {
  private final Routes routes =
      new Routes()
          .add("/api/query", request -> HttpResponse.noContent())
          .add("/api/query/*", request -> HttpResponse.noContent())
          .add("/api/a/b/*", request -> HttpResponse.noContent())
          .add("/api/a/*", request -> HttpResponse.noContent())
          .add("/page/*", request -> HttpResponse.noContent());

  private void assertMatches(String path, String pattern) {
    assertThat(routes.match(path).orElseThrow().pattern()).as(path).isEqualTo(pattern);
  }

  @Test
  void theLongestBeginningOfAPathMatches() {
    assertMatches("/api/query", "/api/query");
    assertMatches("/API/Query//", "/api/query");
    assertMatches("/api/query/x", "/api/query/*");
    assertMatches("/api/a", "/api/a/*");
    assertMatches("/api/a/bcd", "/api/a/*");
    assertMatches("/api/a/b", "/api/a/b/*");
    assertMatches("/api/a/b/" + "c/".repeat(100), "/api/a/b/*");
    assertMatches("/page/" + "x".repeat(100), "/page/*");
    assertThat(routes.match("/api")).isEmpty();
    assertThat(routes.match("/api/b/query")).isEmpty();
    assertThat(routes.match("/api/queryx")).isEmpty();
    assertThat(routes.match("/" + "x".repeat(100))).isEmpty();
  }

  @Test
  void everyPathMatchesARouteOfTheRoot() {
    var all = new Routes().add("/*", request -> HttpResponse.noContent());
    assertThat(all.match("/")).isPresent();
    assertThat(all.match("/a/b")).isPresent();
  }

  /// A lookup that tried every beginning would copy terabytes.
  @Test
  void aPathOfMillionsOfSlashesIsLookedUpInLinearTime() {
    String path = "/api" + "/a".repeat(3_000_000);
    assertTimeoutPreemptively(
        Duration.ofMinutes(1), () -> assertThat(routes.match(path)).isPresent());
  }
}
