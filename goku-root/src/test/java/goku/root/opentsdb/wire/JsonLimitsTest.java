package goku.root.opentsdb.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import goku.http.HttpError;
import goku.http.HttpRequest;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Tests of bodies of few bytes that would be large as trees.
class JsonLimitsTest {
  private static HttpRequest body(String json) {
    return new HttpRequest("POST", "/api/query", Map.of(), Map.of(), json.getBytes(UTF_8), "test");
  }

  /// Returns a list with this number of tokens.
  private static String list(int tokens) {
    return "[" + "0,".repeat(tokens - 3) + "0]";
  }

  private static void assertTooLarge(ThrowingCallable read, String... limits) {
    HttpError error = catchThrowableOfType(HttpError.class, read);
    assertThat(error.status()).isEqualTo(413);
    assertThat(error).hasMessageContainingAll(limits);
    assertThat(error.details()).isNotEmpty();
  }

  @Test
  void objectsHaveALimitOfTokens() {
    String most = "{\"a\":" + list(Json.MOST_TOKENS - 3) + "}";
    assertThat(Json.object(body(most)).path("a")).hasSize(Json.MOST_TOKENS - 5);
    String more = "{\"a\":" + list(Json.MOST_TOKENS - 2) + "}";
    assertTooLarge(() -> Json.object(body(more)), "100000", "100 levels");
  }

  @Test
  void listsHaveALimitOfTokens() {
    assertThat(Json.array(body(list(Json.MOST_TOKENS_OF_LIST)))).isNotEmpty();
    assertTooLarge(() -> Json.array(body(list(Json.MOST_TOKENS_OF_LIST + 1))), "1000000");
  }

  @Test
  void membersHaveALimitOfTokens() {
    String more = "{\"a\":" + list(Json.MOST_TOKENS) + "}";
    assertTooLarge(() -> Json.members(body(more)), "100000");
  }

  @Test
  void levelsAreLimited() {
    for (String one : List.of("[", "{\"a\":")) {
      assertTooLarge(() -> Json.object(body(one.repeat(Json.MOST_LEVELS + 1))), "100 levels");
    }
    String deepest = "{\"a\":" + "[".repeat(Json.MOST_LEVELS - 1);
    String closed = deepest + "]".repeat(Json.MOST_LEVELS - 1) + "}";
    assertThat(Json.object(body(closed)).path("a").isArray()).isTrue();
  }

  /// The tree of this body would have ten million objects.
  @Test
  void aListOfMillionsOfObjectsIsRefusedBeforeItsTreeIsBuilt() {
    HttpRequest request = body("[" + "{},".repeat(10_000_000) + "{}]");
    assertTooLarge(() -> Json.object(request), "100000");
    assertTooLarge(() -> Json.array(request), "1000000");
  }
}
