package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BlocklistTest {
  @Test
  void nameBlocksOneMetricAndPrefixBlocksAllThatBeginWithIt() {
    var list = new Blocklist(Set.of(new BlockRule("cpu", false), new BlockRule("db.é", true)));
    assertThat(list.blocks("cpu")).isTrue();
    assertThat(list.blocks("cpu.idle")).isFalse();
    assertThat(list.blocks("cp")).isFalse();
    assertThat(list.blocks("db.é")).isTrue();
    assertThat(list.blocks("db.é.rows")).isTrue();
    assertThat(list.blocks("db.e")).isFalse();
    assertThat(Blocklist.NONE.blocks("cpu")).isFalse();
  }

  @Test
  void writtenRollupsAreBlockedWithTheirMetric() {
    var list = new Blocklist(Set.of(new BlockRule("cpu", false), new BlockRule("db.", true)));
    assertThat(list.blocks("cpu\u001er3600000-sum")).isTrue();
    assertThat(list.blocks("db.rows\u001er3600000-sum")).isTrue();
    assertThat(list.blocks("cpu.idle\u001er3600000-sum")).isFalse();
  }

  @Test
  void aRuleThatBlocksEverythingCannotBeMade() {
    assertThatThrownBy(() -> new BlockRule("", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metric");
  }

  @Test
  void blockingRuleIsReturned() {
    var prefix = new BlockRule("a.", true);
    var name = new BlockRule("a.b", false);
    var list = new Blocklist(Set.of(prefix, name, new BlockRule("a.bc", true)));
    assertThat(rule(list, "a.b")).isEqualTo(name);
    assertThat(rule(list, "a.bcd")).isEqualTo(prefix);
    assertThat(rule(list, "b")).isNull();
    assertThat(prefix.pattern()).isEqualTo("a.*");
    assertThat(name.pattern()).isEqualTo("a.b");
  }

  @Test
  void listHasItsRules() {
    var rule = new BlockRule("cpu", false);
    assertThat(new Blocklist(Set.of(rule)).rules()).containsExactly(rule);
    assertThat(new Blocklist(Set.of(rule)).isEmpty()).isFalse();
    assertThat(Blocklist.NONE.isEmpty()).isTrue();
  }

  @Test
  void anotherNameWithTheSameHashIsNotBlocked() {
    var list = new Blocklist(Set.of(new BlockRule("cpu", false)));
    byte[] other = "mem".getBytes(UTF_8);
    assertThat(list.ruleOf(other, 3, NameHash.of("cpu".getBytes(UTF_8)))).isNull();
  }

  @Test
  void sixtyThousandRulesAreAllInForce() {
    Set<BlockRule> rules =
        IntStream.range(0, 60_000)
            .mapToObj(i -> new BlockRule("team" + i % 700 + ".metric" + i, i % 10 == 0))
            .collect(Collectors.toSet());
    var list = new Blocklist(rules);
    assertThat(rules).allMatch(rule -> list.blocks(rule.metric()));
    assertThat(IntStream.range(0, 60_000)).noneMatch(i -> list.blocks("team" + i + ".other" + i));
  }

  @Property
  void metricsThatAnyRuleMatchesAreBlocked(
      @ForAll @Size(max = 12)
          Set<@CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 5) String> names,
      @ForAll @Size(max = 12)
          Set<@CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 4) String> prefixes,
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 7) String metric) {
    Set<BlockRule> rules =
        names.stream().map(name -> new BlockRule(name, false)).collect(Collectors.toSet());
    prefixes.forEach(prefix -> rules.add(new BlockRule(prefix, true)));
    boolean wanted = names.contains(metric) || prefixes.stream().anyMatch(metric::startsWith);
    var list = new Blocklist(rules);
    assertThat(list.blocks(metric)).isEqualTo(wanted);
    // in a longer name, as a datapoint has it
    byte[] bytes = metric.getBytes(UTF_8);
    byte[] name = Arrays.copyOf(bytes, bytes.length + 3);
    assertThat(list.ruleOf(name, bytes.length, NameHash.of(bytes)) != null).isEqualTo(wanted);
  }

  private static @Nullable BlockRule rule(Blocklist list, String metric) {
    byte[] bytes = metric.getBytes(UTF_8);
    return list.ruleOf(bytes, bytes.length, NameHash.of(bytes));
  }
}
