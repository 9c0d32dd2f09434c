package goku.namespace;

import static goku.namespace.Texts.THIRD;
import static goku.namespace.Texts.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import goku.config.Problem;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MovedDatapointsTest {
  private static final long NOW = 2_000_000;
  private static final String CLAIM = "{prefix: a., since: 1000000}";

  @Test
  void aPrefixThatMovesFromTenSecondsOnIsFine() {
    assertThat(change(CLAIM, CLAIM + ", {prefix: b., since: 2000010}")).isEmpty();
  }

  @Test
  void aPrefixThatMovesEarlierWouldLeaveDatapointsBehind() {
    assertThat(change(CLAIM, CLAIM + ", {prefix: b., since: 2000009}"))
        .containsExactly(
            "n.yaml: metrics = b.: datapoints since 1970-01-24T03:33:29Z are in namespace ns1, or"
                + " will be before all services know the change, and would not be found in ns2:"
                + " moves begin at 2000010 (1970-01-24T03:33:30Z) or later");
    assertThat(change(CLAIM, CLAIM + ", {prefix: b.}"))
        .singleElement()
        .asString()
        .contains("datapoints since 1970-01-01T00:00:00Z are in namespace ns1");
  }

  @Test
  void aClaimInForceCannotBeTakenBack() {
    assertThat(change(CLAIM, ""))
        .singleElement()
        .asString()
        .contains("metrics = a.: datapoints since 1970-01-12T13:46:40Z are in namespace ns2");
    assertThat(change(CLAIM, "{prefix: a., since: 3000000}"))
        .singleElement()
        .asString()
        .contains("datapoints from 1970-01-12T13:46:40Z to 1970-02-04T17:20:00Z are in namespace");
  }

  @Test
  void theMetricsOfARemovedNamespaceDoNotMove() {
    assertThat(problems(TWO, TWO.replace("name: ns2", "name: ns2\n    removed: true"))).isEmpty();
  }

  @Test
  void aLongerPrefixMovesFromTheNamespaceOfTheShorter() {
    String third = TWO + THIRD + "    metrics: [{prefix: a.b., since: %d}]\n";
    assertThat(problems(TWO, third.formatted(2_000_010))).isEmpty();
    assertThat(problems(TWO, third.formatted(1_999_000)))
        .singleElement()
        .asString()
        .contains("metrics = a.b.: datapoints since", "are in namespace ns2", "found in ns3");
  }

  @Test
  void aPrefixMovesBackByAClaimOfTheNamespaceThatItCameFrom() {
    String back = TWO.replace("kafka-topic: t1", "kafka-topic: t1\n    metrics: [%s]");
    assertThat(problems(TWO, back.formatted("{prefix: a., since: 2000010}"))).isEmpty();
    assertThat(problems(TWO, back.formatted("{prefix: a., since: 2000000}"))).hasSize(1);
  }

  @Test
  void claimsCanGoWhenTheirDatapointsHaveExpired() {
    // ns2 keeps a day, and a. left it at 1,500,000
    String moved = TWO.replace("t1\n", "t1\n    metrics: [{prefix: a., since: 1500000}]\n");
    String clean = moved.replace(CLAIM, "");
    assertThat(problems(moved, clean, 1_500_000 + 86_400 - 1)).hasSize(1);
    assertThat(problems(moved, clean, 1_500_000 + 86_400)).isEmpty();
    // and then it is the default's, claimed or not
    String cleaner = clean.replace("{prefix: a., since: 1500000}", "");
    assertThat(problems(clean, cleaner, 1_600_000)).isEmpty();
  }

  @Test
  void aClaimThatChangesNothingMayBeginAtAnyTime() {
    assertThat(change(CLAIM, CLAIM + ", {prefix: a.b., since: 1500000}")).isEmpty();
    assertThat(change(CLAIM, CLAIM + ", {prefix: a.b.}"))
        .as("datapoints before the claim on the shorter prefix have expired")
        .isEmpty();
  }

  private static List<String> change(String now, String next) {
    assertThat(TWO).contains(now);
    return problems(TWO, TWO.replace(now, next));
  }

  private static List<String> problems(String now, String next) {
    return problems(now, next, NOW);
  }

  private static List<String> problems(String now, String next, long seconds) {
    return MovedDatapoints.problems(
            Texts.read(now), Texts.read(next), Instant.ofEpochSecond(seconds), "n.yaml")
        .stream()
        .map(Problem::toString)
        .toList();
  }
}
