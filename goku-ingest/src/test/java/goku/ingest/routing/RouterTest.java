package goku.ingest.routing;

import static goku.ingest.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import goku.ingest.Points;
import goku.model.MetricPrefix;
import goku.model.Namespaces;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RouterTest {
  @Test
  void metricMovesToAnotherNamespaceWithTime() {
    var router =
        new Router(
            new Namespaces(
                List.of(
                    namespace("ns1", true, prefix("metric2", 0)),
                    namespace("ns2", false, prefix("metric2", 1000)))));
    assertThat(namespaceOf(router, "metric2.x 999 1")).isEqualTo("ns1");
    assertThat(namespaceOf(router, "metric2.x 1000 1")).isEqualTo("ns2");
    assertThat(namespaceOf(router, "metric3 1000 1")).isEqualTo("ns1");
  }

  @Property(tries = 500)
  void agreesWithTheModel(
      @ForAll("prefixes") List<MetricPrefix> first,
      @ForAll("prefixes") List<MetricPrefix> second,
      @ForAll("words") String metric,
      @ForAll @IntRange(min = 1, max = 4) int seconds) {
    var namespaces =
        new Namespaces(
            List.of(
                namespace("ns0", true),
                namespace("ns1", false, first.toArray(MetricPrefix[]::new)),
                namespace("ns2", false, second.toArray(MetricPrefix[]::new))));
    assertThat(namespaceOf(new Router(namespaces), metric + " " + seconds + " 1"))
        .isEqualTo(namespaces.of(metric, seconds * 1000L).name());
  }

  @Provide
  Arbitrary<List<MetricPrefix>> prefixes() {
    return Combinators.combine(words(), Arbitraries.integers().between(0, 4))
        .as(RouterTest::prefix)
        .list()
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.strings().withChars('a', 'b', 'ñ').ofMinLength(1).ofMaxLength(3);
  }

  private static MetricPrefix prefix(String prefix, int seconds) {
    return new MetricPrefix(prefix, Instant.ofEpochSecond(seconds));
  }

  private static String namespaceOf(Router router, String line) {
    return router.route(Points.parse(line)).namespace().name();
  }
}
