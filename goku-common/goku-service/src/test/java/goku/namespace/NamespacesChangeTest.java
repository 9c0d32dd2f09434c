package goku.namespace;

import static goku.namespace.Texts.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import goku.config.Problem;
import goku.model.Namespaces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespacesChangeTest {
  private static final String REMOVED = TWO.replace("name: ns2", "name: ns2\n    removed: true");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kafka-topic: t1|kafka-topic: t9|namespace ns1: kafka-topic = t9: is t1",
        "bucket: bucket-2|bucket: bucket-9|namespace ns2: s3.bucket = bucket-9: is bucket-2",
        "shard-groups: 2|shard-groups: 3|namespace ns1: shard-groups = 3: is 2",
        "shards-per-group: 2|shards-per-group: 1|namespace ns1: shards-per-group = 1: is 2",
        "shard-groups: 1|shard-groups: 2|namespace ns1: disk.shard-groups = 2: is 1",
        "shards-per-group: 3|shards-per-group: 4|namespace ns1: disk.shards-per-group = 4: is 3",
      })
  void placesAndShardsStay(String now, String next, String message) {
    assertThat(NamespacesChange.problems(Texts.read(TWO), read(now, next), "n.yaml"))
        .extracting(Problem::toString)
        .containsExactly(
            "n.yaml: " + message + " and cannot change while there are data; make a new namespace");
  }

  @Test
  void aNamespaceStays() {
    String one = TWO.substring(0, TWO.indexOf("  - name: ns2"));
    assertThat(NamespacesChange.problems(Texts.read(TWO), Texts.read(one), "n.yaml"))
        .extracting(Problem::toString)
        .containsExactly(
            "n.yaml: namespace ns2: is in force and cannot be left out: remove it by `goku"
                + " namespaces remove ns2`");
    assertThat(NamespacesChange.problems(Texts.read(one), Texts.read(TWO), "n.yaml")).isEmpty();
  }

  @Test
  void aNamespaceCanBeRemovedAndThenKeepsItsPlace() {
    Namespaces removed = Texts.read(REMOVED);
    assertThat(NamespacesChange.problems(Texts.read(TWO), removed, "n.yaml")).isEmpty();
    assertThat(NamespacesChange.problems(removed, removed, "n.yaml")).isEmpty();
    assertThat(
            NamespacesChange.problems(
                removed, Texts.read(REMOVED.replace("kafka-topic: t2", "kafka-topic: t9")), "n"))
        .extracting(Problem::key)
        .containsExactly("namespace ns2: kafka-topic");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRemovedNamespaceStaysRemoved(boolean leftOut) {
    String next = leftOut ? TWO.substring(0, TWO.indexOf("  - name: ns2")) : TWO;
    assertThat(NamespacesChange.problems(Texts.read(REMOVED), Texts.read(next), "n.yaml"))
        .extracting(Problem::toString)
        .containsExactly(
            "n.yaml: namespace ns2: was removed, and nodes may still have its files: keep its entry"
                + " with `removed: true`, and give a new namespace another name");
  }

  @Test
  void whetherItHasDiskStays() {
    String without = TWO.replaceAll("(?s)    disk:.*?per-group: 3\n", "");
    assertThat(NamespacesChange.problems(Texts.read(TWO), Texts.read(without), "n.yaml"))
        .extracting(Problem::key, Problem::value)
        .containsExactly(tuple("namespace ns1: disk", "not set"));
    assertThat(NamespacesChange.problems(Texts.read(without), Texts.read(TWO), "n.yaml"))
        .extracting(Problem::key, Problem::value)
        .containsExactly(tuple("namespace ns1: disk", "set"));
  }

  @Test
  void theDefaultStays() {
    String other =
        TWO.replace("    default: true\n", "").replace("name: ns2", "name: ns2\n    default: true");
    assertThat(NamespacesChange.problems(Texts.read(TWO), Texts.read(other), "n.yaml"))
        .extracting(Problem::key, Problem::value)
        .containsExactlyInAnyOrder(
            tuple("namespace ns1: default", "false"), tuple("namespace ns2: default", "true"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "backfill: 2h|backfill: 1h",
        "memory-ttl: 24h|memory-ttl: 2d",
        "raw-ttl: 2d|raw-ttl: 3d",
        "interval: 15m, ttl: 4d|interval: 1h, ttl: 9d",
        "raw-ttl: 2d|{raw-ttl: 2d, cold-after: 1d}",
        "prefix: a.|prefix: b.",
        "kafka-topic: t1|{kafka-topic: t1, pre-aggregate: [{metric: m, interval: 1m}]}",
        "kafka-topic: t1|{kafka-topic: t1, pre-aggregate: [], max-series: 5}",
      })
  void allElseMayChange(String now, String next) {
    // two keys at once, in the form of the block that they stand in
    String lines = next.startsWith("{") ? next.substring(1, next.length() - 1) : next;
    String indent = now.startsWith("raw") ? "\n      " : "\n    ";
    String changed =
        lines
            .replace(", cold", indent + "cold")
            .replace(", pre", indent + "pre")
            .replace(", max-series", indent + "max-series");
    assertThat(NamespacesChange.problems(Texts.read(TWO), read(now, changed), "n.yaml")).isEmpty();
  }

  private static Namespaces read(String now, String next) {
    assertThat(TWO).contains(now);
    int at = TWO.indexOf(now);
    return Texts.read(TWO.substring(0, at) + next + TWO.substring(at + now.length()));
  }
}
