package goku.root.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import goku.model.Sharding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Every recorded case is answered as OpenTSDB answered it, on one shard and on four; those in
/// `differences.txt` differ, each for the reason given there.
class ConformanceTest {
  private static final List<String> FILES =
      List.of(
          "agg",
          "downsample",
          "filter",
          "rate",
          "fill",
          "edges",
          "time",
          "options",
          "error",
          "suggest",
          "lookup",
          "misc",
          "calendar",
          // writes series, which answers of the others must not hold
          "last");

  private static final Logger LOG = LoggerFactory.getLogger(ConformanceTest.class);

  private static Cluster oneShard;
  private static Cluster fourShards;
  private static Map<String, String> differences;
  private static final Map<String, AtomicInteger> PASSED = new TreeMap<>();

  @BeforeAll
  static void load() throws IOException {
    oneShard = new Cluster(new Sharding(1, 1));
    fourShards = new Cluster(new Sharding(1, 4));
    differences = differences();
  }

  @AfterAll
  static void close() {
    oneShard.close();
    fourShards.close();
    PASSED.forEach(
        (file, count) ->
            LOG.info("{}: {} answers as recorded, of 2 x {}", file, count, cases(file).size()));
  }

  @TestFactory
  Stream<DynamicContainer> oneShardAnswersAsOpenTsdb() {
    return FILES.stream().map(file -> container(file, oneShard));
  }

  @TestFactory
  Stream<DynamicContainer> fourShardsAnswerAsOpenTsdb() {
    return FILES.stream().map(file -> container(file, fourShards));
  }

  @TestFactory
  Stream<DynamicTest> oneShardAndFourGiveTheSameBytes() {
    return FILES.stream()
        .flatMap(file -> cases(file).stream())
        .filter(recorded -> recorded.compare().equals("query"))
        .map(
            recorded ->
                DynamicTest.dynamicTest(
                    recorded.id(),
                    () ->
                        assertThat(fourShards.answer(recorded))
                            .isEqualTo(oneShard.answer(recorded))));
  }

  private static DynamicContainer container(String file, Cluster cluster) {
    return DynamicContainer.dynamicContainer(
        file,
        cases(file).stream()
            .map(
                recorded ->
                    DynamicTest.dynamicTest(
                        recorded.id(),
                        () -> {
                          if (check(recorded, cluster)) {
                            passed(file);
                          }
                        })));
  }

  private static void passed(String file) {
    PASSED.computeIfAbsent(file, first -> new AtomicInteger()).incrementAndGet();
  }

  /// Whether the answer is the recorded one; false for a listed difference.
  private static boolean check(RecordedCase recorded, Cluster cluster) throws Exception {
    if (!differences.containsKey(recorded.id())) {
      new Comparison(recorded).check(cluster.answer(recorded));
      return true;
    }
    boolean same = true;
    try {
      new Comparison(recorded).check(cluster.answer(recorded));
    } catch (Exception | AssertionError e) {
      same = false;
    }
    assertThat(same).as("listed in differences.txt, but passes").isFalse();
    return false;
  }

  private static List<RecordedCase> cases(String file) {
    String name = "/conformance/cases-" + file + ".json";
    try (var in = ConformanceTest.class.getResourceAsStream(name)) {
      List<RecordedCase> cases = new ArrayList<>();
      new ObjectMapper().readTree(in).forEach(json -> cases.add(new RecordedCase(json)));
      return cases;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /// Lines of case ids, below a line beginning with `#` that tells the reason.
  private static Map<String, String> differences() throws IOException {
    Map<String, String> result = new HashMap<>();
    try (var in = ConformanceTest.class.getResourceAsStream("/conformance/differences.txt")) {
      String reason = "";
      for (String line : new String(in.readAllBytes(), UTF_8).split("\n", -1)) {
        if (line.startsWith("#")) {
          reason = line.substring(1).trim();
        } else if (!line.isBlank()) {
          result.put(line.trim(), reason);
        }
      }
    }
    return result;
  }
}
