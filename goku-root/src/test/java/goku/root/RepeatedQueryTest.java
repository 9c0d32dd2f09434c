package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Queries whose second group has different timestamps on the two nodes. The root finds out while
/// it writes the answer, and then asks the nodes again. The headers are final by then.
class RepeatedQueryTest {
  private static final long START = 1_800_000_000;
  private static final Sharding SHARDING = new Sharding(1, 4);
  private static final ShardId SHARD = new ShardId("ns1", 1);

  private final RootFixture root =
      new RootFixture(
          RootFixture.DEFAULTS,
          Instant.ofEpochSecond(START + 600),
          RootFixture.namespace("ns1", SHARDING));

  /// The part that the second answer lacks.
  enum Loss {
    MISSING("missing ns1/1"),
    HOLE("holes=1800000000000-1800000009000 damaged"),
    RECOVERY("complete-from=1800000009000");

    private final String mark;

    Loss(String mark) {
      this.mark = mark;
    }

    void happen(RootFixture root) {
      switch (this) {
        case MISSING -> root.lose(SHARD);
        case HOLE -> holes(root, new Hole(START * 1000, START * 1000 + 9000, HoleCause.DAMAGED));
        case RECOVERY -> holes(root, new Hole(0, START * 1000 + 9000, HoleCause.RECOVERY));
      }
    }
  }

  @BeforeEach
  void put() {
    for (String dc : List.of("a", "b")) {
      for (int shard = 0; shard < 4; shard++) {
        int node = dc.equals("a") ? 0 : shard % 2;
        for (SeriesName name : namesIn(shard, dc)) {
          root.put(name, (START + node) * 1000, 1);
          root.put(name, (START + node + 2) * 1000, 1);
        }
      }
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  @ParameterizedTest
  @EnumSource
  void aRepeatedQueryThatLacksMoreThanAnnouncedIsAnError(Loss loss) throws Exception {
    for (String[] more : List.of(new String[0], new String[] {"fail_on_partial", ""})) {
      HttpResponse begun = begin(more);
      assertThat(begun.headers()).doesNotContainKey("X-Goku-Partial");
      loss.happen(root);
      assertThatThrownBy(() -> body(begun))
          .isInstanceOfSatisfying(
              HttpError.class, error -> assertThat(error.status()).isEqualTo(503))
          .hasMessageContaining("'cpu'")
          .hasMessageContaining(loss.mark);
      assertThat(root.get("/api/stats/query").body()).contains("\"code\":503");
      holes(root);
      if (loss == Loss.MISSING) {
        return; // it stays lost
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRepeatedQueryThatLacksWhatWasAnnouncedIsAnswered(Loss loss) throws Exception {
    loss.happen(root);
    HttpResponse begun = begin();
    assertThat(begun.headers()).containsEntry("X-Goku-Partial", loss.mark);
    assertThat(body(begun)).contains("\"dc\":\"a\"", "\"dc\":\"b\"");
  }

  @Test
  void aGroupThatLackedAPartStaysMarkedThoughTheRepeatedQueryIsComplete() throws Exception {
    Loss.HOLE.happen(root);
    HttpResponse begun = begin();
    holes(root);
    assertThat(body(begun).split("\"partial\":true")).as("both groups").hasSize(3);
  }

  @Test
  void datapointsThatWaitBeforeTheIngestorsMeanwhileAreNoneOfTheAnswer() throws Exception {
    HttpResponse begun = begin();
    root.lag(Duration.ofSeconds(90));
    assertThat(body(begun)).contains("\"1800000001\":8").doesNotContain("partial");
  }

  @Test
  void anExpressionWhoseRepeatedQueryLacksAPartIsAnError() throws Exception {
    var asked = new AtomicInteger();
    root.whenAsked(shard -> asked.addAndGet(shard.equals(SHARD) ? 1 : 0));
    assertThat(expression().status()).isEqualTo(200);
    int repeated = asked.getAndSet(0);
    root.whenAsked(
        shard -> {
          if (shard.equals(SHARD) && asked.incrementAndGet() == repeated) {
            Loss.HOLE.happen(root);
          }
        });
    Reply reply = expression();
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).contains(Loss.HOLE.mark);
  }

  private Reply expression() throws Exception {
    return root.get(
        "/api/query/gexp", "start", Long.toString(START), "exp", "scale(count:cpu{dc=*},2)");
  }

  private HttpResponse begin(String... more) throws Exception {
    Map<String, List<String>> parameters = new HashMap<>();
    parameters.put("start", List.of(Long.toString(START)));
    parameters.put("m", List.of("count:cpu{dc=*}"));
    for (int i = 0; i < more.length; i += 2) {
      parameters.put(more[i], List.of(more[i + 1]));
    }
    var request = new HttpRequest("GET", "/api/query", parameters, Map.of(), new byte[0], "test");
    return root.routes().find("/api/query").orElseThrow().handle(request);
  }

  private static String body(HttpResponse response) throws IOException {
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return out.toString(UTF_8);
  }

  private static void holes(RootFixture root, Hole... holes) {
    root.shards().get(SHARD).setHoles(Holes.of(holes));
  }

  /// Returns two names: the only series of a group is sent unchanged.
  private static List<SeriesName> namesIn(int shard, String dc) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> SeriesName.of("cpu", Map.of("dc", dc, "host", "h" + i)))
        .filter(name -> SHARDING.shardOf(name.metricHash(), name.hash()) == shard)
        .limit(2)
        .toList();
  }
}
