package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DiskTest {
  private static final Duration QUARTER = Duration.ofMinutes(15);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Disk DEFAULTS =
      new Disk(
          Duration.ofDays(24),
          List.of(
              new Rollup(QUARTER, Duration.ofDays(80)), new Rollup(HOUR, Duration.ofDays(384))));

  @Test
  void theDefaultsGiveTable3OfThePaper() {
    assertThat(DEFAULTS.tiers())
        .containsExactly(
            tier(1, 6, 30, true, QUARTER),
            tier(2, 24, 5 * 24, true, QUARTER),
            tier(3, 4 * 24, 24 * 24, true, QUARTER),
            tier(4, 16 * 24, 80 * 24, false, QUARTER),
            new Tier(5, Duration.ofDays(64), Duration.ofDays(384), false, Optional.of(HOUR), true));
    assertThat(DEFAULTS.ttl()).isEqualTo(Duration.ofDays(384));
  }

  @Test
  void rawTiersHaveNoRollups() {
    var disk = new Disk(Duration.ofDays(400), List.of());
    assertThat(disk.tiers()).hasSize(5).allMatch(Tier::raw).allMatch(t -> t.rollup().isEmpty());
    assertThat(disk.tiers().getLast().ttl()).isEqualTo(Duration.ofDays(400));
  }

  @Test
  void oneRollupFollowsTheRawTiers() {
    var disk = new Disk(Duration.ofDays(5), List.of(new Rollup(HOUR, Duration.ofDays(30))));
    assertThat(disk.tiers())
        .containsExactly(
            tier(1, 6, 30, true, HOUR),
            tier(2, 24, 5 * 24, true, HOUR),
            tier(3, 4 * 24, 30 * 24, false, HOUR));
  }

  @Test
  void shortTtlHasOneTierWithThatTtl() {
    var disk = new Disk(Duration.ofHours(2), List.of());
    assertThat(disk.tiers())
        .containsExactly(
            new Tier(1, Duration.ofHours(6), Duration.ofHours(2), true, Optional.empty(), false));
  }

  @Test
  void aShortTimeOfRawDatapointsLastsUntilTheirRollupsAreMade() {
    var disk = new Disk(Duration.ofHours(2), List.of(new Rollup(HOUR, Duration.ofHours(3))));
    assertThat(disk.tiers())
        .extracting(Tier::ttl)
        .containsExactly(Duration.ofHours(30), Duration.ofHours(3));
  }

  @Property
  void windowsNestAndLastUntilTheNextTierCanBeMade(@ForAll("disks") Disk disk) {
    List<Tier> tiers = disk.tiers();
    assertThat(tiers.getFirst().bucket().toMillis() % Tier.MEMORY_BUCKET.toMillis()).isZero();
    assertThat(tiers.getLast().ttl()).isEqualTo(disk.ttl());
    for (int i = 0; i < tiers.size(); i++) {
      assertThat(tiers.get(i).number()).isEqualTo(i + 1);
    }
    for (int i = 1; i < tiers.size(); i++) {
      Tier tier = tiers.get(i - 1);
      Tier next = tiers.get(i);
      assertThat(next.bucket().toMillis() % tier.bucket().toMillis()).isZero();
      assertThat(next.bucket()).isGreaterThan(tier.bucket());
      // of the first bucket inside the next one's window, with a length to spare
      Duration wait = next.bucket().minus(tier.bucket()).plus(tier.bucket());
      assertThat(tier.ttl()).isGreaterThanOrEqualTo(wait);
      assertThat(tier.raw() || !next.raw()).as("raw datapoints end once").isTrue();
    }
  }

  @Property
  void rawDatapointsAndRollupsAreKeptForTheirTtl(@ForAll("disks") Disk disk) {
    assertThat(longest(disk.tiers().stream().filter(Tier::raw).toList()))
        .isGreaterThanOrEqualTo(disk.rawTtl());
    for (Rollup rollup : disk.rollups()) {
      var interval = Optional.of(rollup.interval());
      assertThat(longest(disk.tiers().stream().filter(t -> t.rollup().equals(interval)).toList()))
          .isGreaterThanOrEqualTo(rollup.ttl());
    }
  }

  private static Duration longest(List<Tier> tiers) {
    return tiers.stream().map(Tier::ttl).max(Duration::compareTo).orElse(Duration.ZERO);
  }

  private static Tier tier(int number, long bucket, long ttl, boolean raw, Duration rollup) {
    return new Tier(
        number, Duration.ofHours(bucket), Duration.ofHours(ttl), raw, Optional.of(rollup), false);
  }

  /// Times from seconds to ten years, ascending.
  @Provide
  Arbitrary<Disk> disks() {
    return Arbitraries.longs()
        .between(1, Duration.ofDays(3650).toSeconds())
        .set()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(
            seconds -> {
              List<Duration> ttls = seconds.stream().sorted().map(Duration::ofSeconds).toList();
              List<Rollup> rollups = new ArrayList<>();
              for (int i = 1; i < ttls.size(); i++) {
                rollups.add(new Rollup(Duration.ofMinutes(1L << i), ttls.get(i)));
              }
              return new Disk(ttls.getFirst(), rollups);
            });
  }
}
