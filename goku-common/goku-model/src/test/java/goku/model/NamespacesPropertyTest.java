package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.namespace.NamespaceBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/// A property test of the prefix tree against the definition: of all matching claims, the longest
/// wins.
class NamespacesPropertyTest {
  private static final int SECONDS = 6;

  @Property(tries = 5_000)
  void theLongestPrefixThatIsValidThenWins(
      @ForAll("claims") List<List<MetricPrefix>> claims,
      @ForAll("names") String metric,
      @ForAll @IntRange(max = SECONDS + 1) int second) {
    Namespaces namespaces = namespaces(claims);
    assertThat(namespaces.of(metric, second * 1000L).name())
        .isEqualTo(linear(namespaces, metric, second * 1000L).name());
  }

  @Property(tries = 5_000)
  void aRangeHasExactlyTheNamespacesOfItsMoments(
      @ForAll("claims") List<List<MetricPrefix>> claims,
      @ForAll("names") String metric,
      @ForAll @IntRange(max = SECONDS + 1) int start,
      @ForAll @IntRange(max = SECONDS + 1) int length) {
    Namespaces namespaces = namespaces(claims);
    List<String> atSomeMoment =
        LongStream.rangeClosed(start, start + length)
            .mapToObj(second -> linear(namespaces, metric, second * 1000).name())
            .distinct()
            .toList();
    assertThat(namespaces.of(metric, new TimeRange(start * 1000L, (start + length) * 1000L)))
        .extracting(Namespace::name)
        .containsExactlyInAnyOrderElementsOf(atSomeMoment)
        .isSortedAccordingTo(Comparator.naturalOrder());
  }

  @Property(tries = 200)
  void manyPrefixesWithCommonBeginnings(
      @ForAll("manyWords") List<String> prefixes, @ForAll("manyWords") List<String> metrics) {
    List<List<MetricPrefix>> claims = List.of(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < prefixes.size(); i++) {
      claims.get(i % 2).add(prefix(prefixes.get(i), i % SECONDS));
    }
    Namespaces namespaces = namespaces(claims);
    for (String metric : metrics) {
      assertThat(namespaces.of(metric, 3000).name())
          .as(metric)
          .isEqualTo(linear(namespaces, metric, 3000).name());
    }
  }

  /// Returns the expected namespace by the definition.
  private static Namespace linear(Namespaces namespaces, String metric, long timestampMillis) {
    Namespace best = namespaces.defaultNamespace();
    @Nullable MetricPrefix chosen = null;
    for (Namespace namespace : namespaces.all()) {
      for (MetricPrefix candidate : namespace.metrics()) {
        if (candidate.since().toEpochMilli() <= timestampMillis
            && metric.startsWith(candidate.prefix())
            && (chosen == null || precedes(candidate, chosen))) {
          best = namespace;
          chosen = candidate;
        }
      }
    }
    return best;
  }

  private static boolean precedes(MetricPrefix candidate, MetricPrefix chosen) {
    int longer = Integer.compare(candidate.prefix().length(), chosen.prefix().length());
    return longer > 0 || (longer == 0 && candidate.since().isAfter(chosen.since()));
  }

  @Provide
  Arbitrary<List<List<MetricPrefix>>> claims() {
    return Combinators.combine(names(), Arbitraries.integers().between(0, SECONDS))
        .as(NamespacesPropertyTest::prefix)
        .list()
        .ofMaxSize(5)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  /// Generates prefixes, also the empty one, with characters of one to four bytes that share their
  /// first bytes.
  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of("a", "b", ".", "ñ", "ò", "€", "😀", "😁")
        .list()
        .ofMaxSize(4)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<List<String>> manyWords() {
    return Arbitraries.strings().withCharRange('a', 'z').ofMaxLength(6).list().ofSize(200);
  }

  private static MetricPrefix prefix(String prefix, int seconds) {
    return new MetricPrefix(prefix, Instant.ofEpochSecond(seconds));
  }

  private static Namespaces namespaces(List<List<MetricPrefix>> claims) {
    List<Namespace> all = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      all.add(
          NamespaceBuilder.namespace("ns" + i)
              .isDefault(i == claims.size() / 2)
              .kafkaTopic("ns" + i)
              .s3Bucket("ns" + i)
              .metrics(claims.get(i))
              .build());
    }
    return new Namespaces(all);
  }
}
