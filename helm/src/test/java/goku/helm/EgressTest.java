package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of the connections that the pods may open.
class EgressTest {
  private static final String OPEN = "networkPolicy: {enabled: true, egress: {enabled: true}}";

  /// The peers of the values, by a part of their text.
  private static final Map<String, String> PEERS =
      Map.of(
          "app.kubernetes.io/instance", "release",
          "=kafka", "kafka",
          "=zookeeper", "zookeeper",
          "192.0.2.0", "s3",
          "198.51.100.1", "apiServer",
          "203.0.113.7", "more");

  @Test
  void byDefaultEgressIsNotLimited() {
    for (NetworkPolicy policy :
        Chart.rendered("minimal", "networkPolicy: {enabled: true}").all(NetworkPolicy.class)) {
      assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress");
      assertThat(policy.getSpec().getEgress()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "controller, zookeeper kafka apiServer",
    "ingest, zookeeper kafka",
    "short, zookeeper kafka s3",
    "long, zookeeper s3",
    "compactor, zookeeper s3",
    "root, zookeeper kafka",
  })
  void aServiceReachesWhatItUses(String service, String used) {
    List<String> peers =
        egress("secure", "{}", service).stream()
            .flatMap(rule -> rule.getTo().stream())
            .map(EgressTest::name)
            .toList();

    assertThat(String.join(" ", peers)).isEqualTo("release " + used + " more");
  }

  @Test
  void everyPodReachesDnsAndThePodsOfItsReleaseInEveryZone() {
    for (String service : List.of("controller", "short", "root")) {
      List<NetworkPolicyEgressRule> rules = egress("minimal", OPEN, service);

      assertThat(ports(rules.getFirst())).containsExactly("UDP53", "TCP53");
      assertThat(rules.get(1).getPorts()).isEmpty();
      assertThat(rules.get(1).getTo().getFirst().getPodSelector().getMatchLabels())
          .containsOnlyKeys("app.kubernetes.io/name", "app.kubernetes.io/instance");
    }
  }

  @Test
  void withoutPeersThePortsOfTheValuesAreOpen() {
    List<NetworkPolicyEgressRule> rules = egress("minimal", OPEN, "short");

    assertThat(rules.stream().skip(2).flatMap(rule -> ports(rule).stream()))
        .containsExactly("2181", "9092", "9000");
    assertThat(rules.getLast().getTo()).isEmpty();
    assertThat(ports(egress("minimal", OPEN, "controller").getLast()))
        .containsExactly("443", "6443");
    String shared = OPEN + "\nzookeeper: {servers: 'zk-0.zk:2181,zk-1.zk:2182/goku-a'}";
    assertThat(
            egress("minimal", shared, "long").stream()
                .skip(2)
                .flatMap(rule -> ports(rule).stream()))
        .startsWith("2181", "2182");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 443",
    "https://s3.example/path, 443",
    "http://s3, 80",
    "https://s3.example:8443/a:1, 8443",
  })
  void thePortOfS3IsThatOfItsEndpoint(String endpoint, String port) {
    String values = OPEN + "\ns3: {endpoint: '" + endpoint + "'}";

    assertThat(ports(egress("minimal", values, "compactor").getLast())).containsExactly(port);
  }

  @Test
  void withoutManagedRolloutsControllersDoNotReachTheApi() {
    String values = OPEN + "\nrollout: {managed: false}";

    assertThat(egress("minimal", values, "controller")).hasSize(4);
  }

  private static List<NetworkPolicyEgressRule> egress(String base, String more, String service) {
    NetworkPolicy policy =
        Chart.rendered(base, more).one(NetworkPolicy.class, "metrics-goku-" + service);
    assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
    return policy.getSpec().getEgress();
  }

  private static List<String> ports(NetworkPolicyEgressRule rule) {
    return rule.getPorts().stream()
        .map(port -> Objects.toString(port.getProtocol(), "") + port.getPort().getIntVal())
        .toList();
  }

  /// Returns the name of a peer in the values.
  private static String name(NetworkPolicyPeer peer) {
    String text = peer.toString();
    return PEERS.entrySet().stream()
        .filter(one -> text.contains(one.getKey()))
        .map(Map.Entry::getValue)
        .findAny()
        .orElse("unknown " + text);
  }
}
