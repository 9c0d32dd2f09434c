package goku.root.conformance;

import goku.model.Sharding;
import goku.root.RootConfig;
import goku.root.RootFixture;
import goku.root.conformance.corpus.Corpus;
import goku.root.conformance.corpus.Differences;
import goku.root.conformance.corpus.RecordedCase;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Tests that recorded queries about histograms are answered as by OpenTSDB, on one shard and on
/// six, by a root with default settings, except for cases in `differences-histogram.txt` and
/// `leniencies-histogram.txt`. A strict root answers the latter as OpenTSDB too. Writes are tested
/// with the ingestor.
class HistogramConformanceTest {
  private static final String FILE = "histogram";
  private static final Instant NOW = Instant.parse("2026-11-29T07:00:00Z");

  /// The subjects whose data are not in the file, or that need other settings.
  private static final Set<String> SKIPPED = Set.of("hist:data", "hist:stored", "hist:delete");

  private static Cluster oneShard;
  private static Cluster sixShards;
  private static Cluster strict;
  private static Differences differences;
  private static Differences strictDifferences;

  @BeforeAll
  static void load() {
    oneShard = cluster(RootFixture.DEFAULTS, new Sharding(1, 1));
    sixShards = cluster(RootFixture.DEFAULTS, new Sharding(3, 2));
    strict = cluster(RootFixture.config("--strict"), new Sharding(1, 1));
    differences =
        new Differences(List.of(FILE), List.of("differences-histogram", "leniencies-histogram"));
    strictDifferences = new Differences(List.of(FILE), List.of("differences-histogram"));
  }

  private static Cluster cluster(RootConfig config, Sharding sharding) {
    var root = new RootFixture(config, NOW, RootFixture.namespace("ns1", sharding));
    RecordedHistograms.putAll(root);
    return new Cluster(root, NOW);
  }

  @AfterAll
  static void close() {
    oneShard.close();
    sixShards.close();
    strict.close();
  }

  @TestFactory
  Stream<DynamicTest> oneShardAnswersAsOpenTsdb() {
    return tests(oneShard, differences);
  }

  @TestFactory
  Stream<DynamicTest> sixShardsAnswerAsOpenTsdb() {
    return tests(sixShards, differences);
  }

  @TestFactory
  Stream<DynamicTest> aStrictRootAnswersAsOpenTsdb() {
    return tests(strict, strictDifferences);
  }

  private static Stream<DynamicTest> tests(Cluster cluster, Differences excepted) {
    return cases()
        .map(
            recorded ->
                DynamicTest.dynamicTest(
                    recorded.id(), () -> excepted.judge(recorded, () -> cluster.check(recorded))));
  }

  private static Stream<RecordedCase> cases() {
    return Corpus.cases(FILE).stream()
        .filter(recorded -> !recorded.request().isTelnet())
        .filter(recorded -> !recorded.request().path().contains("histogram"))
        .filter(recorded -> !recorded.request().hasParameter("jsonp"))
        .filter(recorded -> !SKIPPED.contains(subject(recorded)));
  }

  private static String subject(RecordedCase recorded) {
    return recorded.json().path("features").path(0).asText();
  }
}
