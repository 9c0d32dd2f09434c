package goku.root.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Sharding;
import goku.root.Reply;
import goku.root.RootFixture;
import goku.root.conformance.corpus.Corpus;
import goku.root.conformance.corpus.Differences;
import goku.root.conformance.corpus.RecordedCase;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Tests that every recorded query is answered as by OpenTSDB, on one shard and on four, by a root
/// with default settings. Cases in `differences.txt` and `leniencies.txt` are excepted. A strict
/// root answers the latter as OpenTSDB too.
class ConformanceTest {
  /// Files with writes, which the root does not handle.
  private static final Set<String> WRITES = Set.of("put", "telnet");

  private static Cluster oneShard;
  private static Cluster fourShards;
  private static Cluster strict;
  private static Differences differences;
  private static Differences strictDifferences;

  @BeforeAll
  static void load() {
    oneShard = new Cluster(RootFixture.DEFAULTS, new Sharding(1, 1));
    fourShards = new Cluster(RootFixture.DEFAULTS, new Sharding(1, 4));
    strict = new Cluster(RootFixture.config("--strict"), new Sharding(1, 1));
    differences = new Differences("differences", "leniencies");
    strictDifferences = new Differences("differences");
  }

  @AfterAll
  static void close() {
    oneShard.close();
    fourShards.close();
    strict.close();
  }

  @TestFactory
  Stream<DynamicContainer> oneShardAnswersAsOpenTsdb() {
    return files().map(file -> container(file, oneShard, differences));
  }

  @TestFactory
  Stream<DynamicContainer> fourShardsAnswerAsOpenTsdb() {
    return files().map(file -> container(file, fourShards, differences));
  }

  @TestFactory
  Stream<DynamicContainer> aStrictRootAnswersAsOpenTsdb() {
    return files().map(file -> container(file, strict, strictDifferences));
  }

  @TestFactory
  Stream<DynamicTest> oneShardAndFourGiveTheSameBytes() {
    return files()
        .flatMap(ConformanceTest::cases)
        .filter(recorded -> recorded.compare().equals("query"))
        .map(
            recorded ->
                DynamicTest.dynamicTest(
                    recorded.id(),
                    () ->
                        assertThat(fourShards.answer(recorded))
                            .isEqualTo(oneShard.answer(recorded))));
  }

  /// Compares the answers of cases that finish on a loop, which depends on the time they take.
  @Test
  void anEventLoopAnswersAsAThreadDoes() throws Exception {
    int answered = 0;
    for (RecordedCase recorded : files().flatMap(ConformanceTest::cases).toList()) {
      if (recorded.compare().equals("query")) {
        Reply onEventLoop = oneShard.onEventLoop(recorded).orElse(null);
        if (onEventLoop != null) {
          assertThat(onEventLoop).as(recorded.id()).isEqualTo(oneShard.answer(recorded));
          answered++;
        }
      }
    }
    assertThat(answered).isPositive();
  }

  private static DynamicContainer container(String file, Cluster cluster, Differences excepted) {
    return DynamicContainer.dynamicContainer(
        file,
        cases(file)
            .map(
                recorded ->
                    DynamicTest.dynamicTest(
                        recorded.id(),
                        () -> excepted.judge(recorded, () -> cluster.check(recorded)))));
  }

  private static Stream<String> files() {
    return Corpus.FILES.stream().filter(file -> !WRITES.contains(file));
  }

  /// Returns the cases that neither write nor depend on the HTTP server.
  private static Stream<RecordedCase> cases(String file) {
    return Corpus.cases(file).stream()
        .filter(recorded -> recorded.steps().isEmpty())
        .filter(recorded -> !recorded.request().path().startsWith("/api/put"))
        .filter(recorded -> !recorded.request().hasParameter("method_override"))
        .filter(recorded -> !recorded.request().hasParameter("jsonp"));
  }
}
