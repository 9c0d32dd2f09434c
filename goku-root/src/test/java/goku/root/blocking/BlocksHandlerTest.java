package goku.root.blocking;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.Block;
import goku.model.BlockRule;
import goku.service.ClusterException;
import goku.testkit.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlocksHandlerTest {
  private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(1000));
  private List<Block> stored = List.of();
  private final BlocksHandler handler = new BlocksHandler(this::change, clock);

  private List<Block> change(UnaryOperator<List<Block>> change) {
    stored = change.apply(stored);
    return stored;
  }

  @Test
  void blockedMetricsAreListed() throws IOException {
    assertThat(text(handler.handle(get()))).isEqualTo("{\"blocks\":[]}");
    assertThat(text(handler.handle(post("{\"metric\":\"a.b\",\"reason\":\"nobody asks\"}"))))
        .isEqualTo(
            "{\"blocks\":[{\"metric\":\"a.b\",\"prefix\":false,\"reason\":\"nobody"
                + " asks\",\"since\":1000}]}");
    assertThat(stored).containsExactly(new Block(new BlockRule("a.b", false), "nobody asks", 1000));
    assertThat(text(handler.handle(get()))).contains("\"a.b\"");
  }

  @Test
  void severalAreBlockedAtOnce() {
    handler.handle(post(" [{\"metric\":\"a\",\"prefix\":true},{\"metric\":\"a\"}]"));
    assertThat(stored)
        .extracting(Block::rule)
        .containsExactlyInAnyOrder(new BlockRule("a", true), new BlockRule("a", false));
  }

  @Test
  void anExistingRuleKeepsItsTimeAndIsAnswered() throws IOException {
    handler.handle(post("{\"metric\":\"a\",\"reason\":\"first\"}"));
    clock.advance(Duration.ofSeconds(1));
    assertThat(text(handler.handle(post("{\"metric\":\"a\"}")))).contains("first", "1000");
    assertThat(text(handler.handle(post("{\"metric\":\"a\",\"reason\":\"second\"}"))))
        .contains("second", "1000");
    assertThat(stored).hasSize(1);
  }

  @Test
  void unblockingARuleKeepsTheOtherRuleOfThatName() {
    handler.handle(post("[{\"metric\":\"a\",\"prefix\":true},{\"metric\":\"a\"}]"));
    assertThat(handler.handle(delete("metric", "a")).status()).isEqualTo(204);
    assertThat(stored).extracting(Block::rule).containsExactly(new BlockRule("a", true));
    HttpError unknown = refusal(delete("metric", "a"));
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown).hasMessageContaining("'a'").hasMessageContaining("prefix=true");
    assertThat(handler.handle(delete("metric", "a", "prefix", "true")).status()).isEqualTo(204);
    assertThat(stored).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"metric\":\"\",\"prefix\":true} | 'metric' is missing or empty",
        "{\"prefix\":true} | 'metric' must be a text",
        "{\"metric\":7} | 'metric' must be a text",
        "{\"metric\":\"a=b\"} | 'metric' has a character that no metric has",
        "{\"metric\":\"\\ud800\"} | 'metric' has a character that no metric has",
        "{\"metric\":\"a\",\"prefix\":\"yes\"} | 'prefix' must be true or false",
        "{\"metric\":\"a\",\"perfix\":true} | 'perfix' is not known",
        "[] | cannot block 0 rules in one request: the limit is 1 to 100000",
        "[{\"metric\":\"a\"},{\"metric\":\"\"}] | rule 1: 'metric' is missing or empty",
        "[{\"metric\":\"a\"},7] | rule 1: a rule must be a JSON object",
      })
  void invalidRulesAreRejectedWithFieldAndLimit(String body, String message) {
    assertThat(refusal(post(body)))
        .hasMessageContaining(message)
        .extracting(HttpError::status)
        .isEqualTo(400);
    assertThat(stored).isEmpty();
  }

  @Test
  void tooLongValuesAreRejectedWithTheirLimit() {
    assertThat(refusal(post("{\"metric\":\"%s\"}".formatted("é".repeat(2049)))))
        .hasMessageContaining("'metric' has 4098 bytes, the limit is 4096");
    assertThat(refusal(post("{\"metric\":\"a\",\"reason\":\"%s\"}".formatted("r".repeat(1001)))))
        .hasMessageContaining("'reason' has 1001 characters, the limit is 1000");
    assertThat(refusal(delete("metric", ""))).hasMessageContaining("'metric' is missing or empty");
    assertThat(refusal(delete("metric", "a", "prefix", "x"))).hasMessageContaining("'prefix'");
  }

  @Test
  void aListThatCannotBeReachedIs503() {
    var away =
        new BlocksHandler(
            change -> {
              throw new ClusterException("cannot read the blocklist");
            },
            clock);
    HttpError error = catchThrowableOfType(HttpError.class, () -> away.handle(get()));
    assertThat(error).hasMessageContaining("cannot read the blocklist");
    assertThat(error.status()).isEqualTo(503);
  }

  @Test
  void otherMethodsAreNotAllowed() {
    assertThat(refusal(request("PUT", "")).status()).isEqualTo(405);
  }

  private HttpError refusal(HttpRequest request) {
    return catchThrowableOfType(HttpError.class, () -> handler.handle(request));
  }

  private static HttpRequest get() {
    return request("GET", "");
  }

  private static HttpRequest post(String body) {
    return request("POST", body);
  }

  private static HttpRequest delete(String... parameters) {
    return request("DELETE", "", parameters);
  }

  private static HttpRequest request(String method, String body, String... parameters) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      all.put(parameters[i], List.of(parameters[i + 1]));
    }
    return new HttpRequest(method, "/api/goku/blocks", all, Map.of(), body.getBytes(UTF_8), "test");
  }

  private static String text(HttpResponse response) throws IOException {
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return out.toString(UTF_8);
  }
}
