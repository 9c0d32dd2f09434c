package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageRefusalsTest {
  private static final long START = 1_800_000_000;

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--allow-delete"),
          Instant.ofEpochSecond(START + 6 * 3600),
          RootFixture.namespace("ns1", new Sharding(1, 2)));

  @BeforeEach
  void fill() {
    root.put(SeriesName.of("cpu", Map.of("host", "a")), START * 1000, 1);
  }

  @AfterEach
  void close() {
    root.close();
  }

  @ParameterizedTest
  @CsvSource({"start,1", "end,2", "m,sum:cpu", "tsuid,sum:00"})
  void aCursorAllowsNoOtherParameters(String parameter, String value) throws Exception {
    Reply reply = root.get("/api/query", "cursor", cursor(), parameter, value);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains("leave out '" + parameter + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1AAAAAAAAAAAA", "9abc", "%%%"})
  void anInvalidCursorIsAnError(String cursor) throws Exception {
    Reply reply = root.get("/api/query", "cursor", cursor);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains("Invalid cursor");
  }

  @ParameterizedTest
  @ValueSource(strings = {"page", "cursor"})
  void otherEndpointsHaveNoPages(String word) throws Exception {
    for (String path : List.of("gexp", "exp", "last")) {
      Reply got = root.get("/api/query/" + path, word, "1h", "start", "1h-ago");
      assertThat(got.status()).isEqualTo(400);
      assertThat(got.body()).contains("cannot answer /api/query/" + path + " in pages");
      Reply posted = root.post("/api/query/" + path, "{\"%s\":\"1h\"}".formatted(word));
      assertThat(posted.body()).contains(" in pages: only /api/query has pages");
    }
  }

  @Test
  void queriesWithoutPagesAreRejected() throws Exception {
    Reply delete = root.send("DELETE", "/api/query", "page", "", "start", "1h-ago", "m", "sum:cpu");
    assertThat(delete.status()).isEqualTo(400);
    assertThat(delete.body()).contains("a query that deletes in pages");
    Reply next = root.send("DELETE", "/api/query", "cursor", cursor());
    assertThat(next.status()).isEqualTo(400);
    assertThat(next.body()).contains("a query that deletes in pages");
    Reply tsuids =
        root.get("/api/query", "page", "", "start", "1h-ago", "tsuid", "sum:" + "0".repeat(32));
    assertThat(tsuids.status()).isEqualTo(400);
    assertThat(tsuids.body()).contains("a query by TSUIDs in pages");
  }

  private String cursor() throws Exception {
    Reply reply = root.get("/api/query", "page", "", "start", "6h-ago", "m", "sum:cpu");
    JsonNode answer = new ObjectMapper().readTree(reply.body());
    return answer.get(answer.size() - 1).get("page").get("next").asText();
  }
}
