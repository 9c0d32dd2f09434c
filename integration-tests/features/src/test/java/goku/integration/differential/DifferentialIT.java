package goku.integration.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.HttpWire;
import goku.root.conformance.corpus.RecordedCase;
import goku.root.conformance.corpus.Shift;
import goku.testkit.TestForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Random requests to a standalone process and to an OpenTSDB 2.4.1 have the same answers, except
/// for the reasons in `Reason` and `Amendment`. Where no OpenTSDB answers on port 14242, or on that
/// of the property `goku.opentsdb.port`, only recorded answers are compared. Histograms are left
/// out where it takes none.
@TestInstance(Lifecycle.PER_CLASS)
class DifferentialIT {
  private static final Logger LOG = LoggerFactory.getLogger(DifferentialIT.class);
  private static final int REQUESTS = TestForm.isLong() ? 10_000 : 300;
  private static final List<Long> SEEDS = List.of(4210L, 4212L, 4213L);
  private static final int RECORDED = 300;
  private static final int RECORDED_BYTES = 5000;

  /// OpenTSDB loses series while its caches are cold.
  private static final int TRIES = 3;

  /// 2026-11-02 00:00 UTC, from where the times of requests count.
  private static final long START_SECONDS = 1_793_577_600;

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 90d
          memory-ttl: 90d
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 2
          shards-per-group: 2
          metrics: []
      """;

  private final Server openTsdb = new Server(Integer.getInteger("goku.opentsdb.port", 14242));

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess process;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private Server goku;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    process =
        GokuProcess.start(
            directory.resolve("data"), "--no-agent", "--namespaces", namespaces.toString());
    goku = new Server(process.port());
  }

  @AfterAll
  void stop() {
    process.close();
  }

  @Test
  void recordedAnswersAreGiven() {
    Shift shift = Shift.before(Instant.now());
    fill(DrawnData.of(Recording.SEED, shift.moved(START_SECONDS)));
    List<RecordedCase> cases = Recording.read();
    assertThat(cases).hasSize(RECORDED);
    for (RecordedCase recorded : cases) {
      if (Recording.suits(recorded, shift)) {
        assertThatCode(() -> Recording.check(recorded, goku, shift))
            .as("%s", recorded.json())
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void everyDifferenceIsBetterForTheUser() {
    assumeTrue(openTsdb.isThere(), "no OpenTSDB runs here");
    var judge = new Judge();
    SEEDS.forEach(seed -> compare(seed, judge));
    if (TestForm.isLong()) {
      assertThat(judge.withoutCase()).as("reasons without a case").isEmpty();
    }
  }

  private void compare(long seed, Judge judge) {
    DrawnRequests requests = prepared(seed);
    Map<String, Integer> asked = new TreeMap<>();
    int answered = 0;
    for (int i = 0; i < REQUESTS; i++) {
      DrawnRequests.DrawnRequest request = requests.next();
      asked.merge(request.endpoint(), 1, Integer::sum);
      HttpWire.Reply reply = openTsdb.ask(request.request());
      HttpWire.Reply ours = goku.ask(request.request());
      difference(request, reply, ours).ifPresent(judge::judge);
      answered += hasContent(reply) && hasContent(ours) ? 1 : 0;
    }
    LOG.info("seed={} requests={} with content={} differences={}", seed, asked, answered, judge);
    assertThat(judge.unexplained()).as("seed %d", seed).isEmpty();
    assertThat(asked.values()).as("%s", asked).allMatch(count -> count >= REQUESTS / 20);
    assertThat(answered).as("both answers have content").isGreaterThan(REQUESTS * 6 / 10);
  }

  @Test
  @EnabledIfSystemProperty(named = "goku.differential.record", matches = ".+")
  void record() throws IOException {
    DrawnRequests requests = prepared(Recording.SEED);
    List<JsonNode> cases = new ArrayList<>();
    while (cases.size() < RECORDED) {
      DrawnRequests.DrawnRequest request = requests.next();
      HttpWire.Reply reply = openTsdb.ask(request.request());
      HttpWire.Reply ours = goku.ask(request.request());
      if (reply.body().length <= RECORDED_BYTES && difference(request, reply, ours).isEmpty()) {
        cases.add(Difference.recorded(request, openTsdb.ask(request.request())));
      }
    }
    Recording.write(Path.of(System.getProperty("goku.differential.record")), cases);
  }

  /// Gives both servers the data of a seed, and returns its requests.
  private DrawnRequests prepared(long seed) {
    DrawnData all = DrawnData.of(seed, START_SECONDS);
    DrawnData data = openTsdb.takesHistograms() ? all : all.withoutHistograms();
    openTsdb.numberNames(data);
    openTsdb.put(data);
    fill(data);
    openTsdb.forgetMetadata(data);
    goku.forgetMetadata(data);
    return new DrawnRequests(seed, data);
  }

  private void fill(DrawnData data) {
    goku.put(data);
    long datapoints =
        data.points().stream()
            .map(point -> point.metric() + point.tags() + point.timestampMillis())
            .distinct()
            .count();
    long all = datapoints + data.histograms().datapoints().size();
    await().until(() -> goku.count(data) == all);
  }

  private static boolean hasContent(HttpWire.Reply reply) {
    return reply.status() == 200 && reply.body().length > 2;
  }

  private Optional<Difference> difference(
      DrawnRequests.DrawnRequest request, HttpWire.Reply reply, HttpWire.Reply ours) {
    Optional<Difference> difference = Difference.between(request, reply, ours);
    for (int i = 1; i < TRIES && difference.isPresent(); i++) {
      difference =
          Difference.between(request, openTsdb.ask(request.request()), goku.ask(request.request()));
    }
    return difference;
  }
}
