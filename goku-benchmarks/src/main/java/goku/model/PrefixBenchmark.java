package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Finding the namespace of a datapoint among 100,000 prefixes: names of another metric each time,
/// in random order, nine of ten of them claimed.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PrefixBenchmark {
  private static final int PREFIXES = 100_000;

  /// The number of names, read sequentially so that the benchmark does not wait for them.
  private static final int NAMES = 1 << 14;

  private static final long NOW = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();

  /// `teams`: `team042.service017.`, a prefix each. `words`: some parts of random letters.
  @Param({"teams", "words"})
  private String shape = "";

  private final byte[][] names = new byte[NAMES][];
  private final String[] metrics = new String[NAMES];
  private Namespaces namespaces = new Namespaces(List.of(namespace("none", true, List.of())));
  private int next;

  @Setup
  public void setUp() {
    var random = new Random(7);
    List<MetricPrefix> first = new ArrayList<>();
    List<MetricPrefix> second = new ArrayList<>();
    for (int i = 0; i < PREFIXES; i++) {
      var since = Instant.ofEpochMilli(NOW).plusSeconds(random.nextInt(1_000) - 900);
      String prefix = shape.equals("teams") ? team(i) : words(random);
      (i % 2 == 0 ? first : second).add(new MetricPrefix(prefix, since));
    }
    namespaces =
        new Namespaces(
            List.of(
                namespace("ns1", true, List.of()),
                namespace("ns2", false, first),
                namespace("ns3", false, second)));
    for (int i = 0; i < NAMES; i++) {
      List<MetricPrefix> claims = random.nextBoolean() ? first : second;
      metrics[i] = claims.get(random.nextInt(claims.size())).prefix() + "requests.count";
      names[i] = metrics[i].getBytes(UTF_8);
    }
  }

  /// Looks names up as the ingestor does.
  @Benchmark
  public int bytes() {
    byte[] name = names[next++ & (NAMES - 1)];
    return namespaces.indexOf(name, name.length, NOW);
  }

  /// Looks names up as the root does.
  @Benchmark
  public Namespace string() {
    return namespaces.of(metrics[next++ & (NAMES - 1)], NOW);
  }

  private static String team(int number) {
    return "team%03d.service%03d.".formatted(number / 317, number % 317);
  }

  private static String words(Random random) {
    var text = new StringBuilder();
    for (int part = 0; part < 3; part++) {
      int length = 2 + random.nextInt(8);
      random.ints(length, 'a', 'z' + 1).forEach(text::appendCodePoint);
      text.append('.');
    }
    return text.toString();
  }

  private static Namespace namespace(String name, boolean isDefault, List<MetricPrefix> metrics) {
    return new Namespace(
        name,
        isDefault,
        Duration.ofHours(2),
        Duration.ofDays(1),
        Optional.empty(),
        name,
        name,
        new Sharding(1, 1),
        metrics);
  }
}
