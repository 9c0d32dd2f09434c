package goku.namespace;

import static goku.namespace.Texts.THIRD;
import static goku.namespace.Texts.TWO;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import goku.config.Problem;
import goku.model.Namespace;
import goku.model.Namespaces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FollowedNamespacesTest {
  private static final Instant NOW = Instant.parse("2024-01-01T00:00:00Z");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final FollowedNamespaces followed =
      FollowedNamespaces.of(NamespacesText.of(TWO, "n.yaml"), "n.yaml", registry, () -> NOW);
  private final List<Namespaces> told = new ArrayList<>();

  @Test
  void aChangeIsToldOnceAndHasItsVersion() {
    followed.live().follow(told::add);
    followed.offer(TWO + THIRD, "ZooKeeper");
    followed.offer(TWO + THIRD, "ZooKeeper");
    assertThat(told).hasSize(1);
    assertThat(names(followed.live().current())).containsExactly("ns1", "ns2", "ns3");
    String version = NamespacesText.version(TWO + THIRD);
    assertThat(followed.state().text().version()).isEqualTo(version).hasSize(64);
    assertThat(registry.get("goku.namespaces.version").gauge().value())
        .isEqualTo((double) Long.parseLong(version.substring(0, 12), 16));
    assertThat(registry.get("goku.namespaces.changes").counter().count()).isOne();
    assertThat(refused()).isZero();
  }

  @Test
  void whatIsWrongIsRefusedAsAWhole() {
    followed.live().follow(told::add);
    followed.offer((TWO + THIRD).replace("backfill: 2h", "backfill: 2 hours"), "ZooKeeper");
    assertThat(told).isEmpty();
    assertThat(followed.state().text().yaml()).isEqualTo(TWO);
    assertThat(refused()).isOne();
    Refusal refusal = followed.state().refused().orElseThrow();
    assertThat(refusal.at()).isEqualTo(NOW);
    assertThat(refusal.problems())
        .extracting(Problem::source)
        .containsExactly("ZooKeeper:4", "ZooKeeper:16", "ZooKeeper:24");
  }

  @Test
  void whatCannotFollowIsRefused() {
    followed.offer(TWO.replace("t2", "t9"), "ZooKeeper");
    assertThat(names(followed.live().current())).containsExactly("ns1", "ns2");
    assertThat(followed.state().refused().orElseThrow().problems())
        .extracting(Problem::key)
        .containsExactly("namespace ns2: kafka-topic");
    assertThat(refused()).isOne();
  }

  @Test
  void whatIsNotTextIsRefused() {
    followed.offer("# für\n".getBytes(ISO_8859_1), "n.yaml");
    assertThat(followed.state().refused().orElseThrow().problems())
        .extracting(Problem::toString)
        .containsExactly("n.yaml:1: is not UTF-8");
    assertThat(refused()).isOne();
  }

  @Test
  void aRefusalIsForgottenWhenSomethingRightIsOffered() {
    followed.offer("", "ZooKeeper");
    assertThat(followed.state().refused()).isPresent();
    followed.offer(TWO, "ZooKeeper");
    assertThat(followed.state().refused()).isEmpty();
    assertThat(refused()).isOne();
  }

  @Test
  void aRefusalStaysWhenAnotherSourceHasWhatIsInForce() {
    followed.offer("", "n.yaml");
    followed.offer(TWO, "ZooKeeper");
    assertThat(followed.state().refused()).isPresent();
    followed.offer(TWO + THIRD, "ZooKeeper");
    assertThat(followed.state().refused()).isEmpty();
  }

  @Test
  void aProvisionalTextMayBeFollowedByAnyOnce() {
    var provisional =
        FollowedNamespaces.provisional(
            NamespacesText.of(TWO, "n"), "n", new SimpleMeterRegistry(), () -> NOW);
    provisional.offer(TWO.replace("t2", "t9"), "ZooKeeper");
    assertThat(provisional.live().current().all().getLast().kafkaTopic()).isEqualTo("t9");
    provisional.offer(TWO, "ZooKeeper");
    assertThat(provisional.live().current().all().getLast().kafkaTopic()).isEqualTo("t9");
  }

  @Test
  void theObserverSeesChangesAndRefusals() {
    List<String> seen = new ArrayList<>();
    followed.observe(state -> seen.add(state.text().version() + state.refused().isPresent()));
    followed.offer("", "ZooKeeper");
    followed.offer(TWO + THIRD, "ZooKeeper");
    assertThat(seen)
        .containsExactly(
            NamespacesText.version(TWO) + "false",
            NamespacesText.version(TWO) + "true",
            NamespacesText.version(TWO + THIRD) + "false");
  }

  private double refused() {
    return registry.get("goku.namespaces.refused").counter().count();
  }

  private static List<String> names(Namespaces namespaces) {
    return namespaces.all().stream().map(Namespace::name).toList();
  }
}
