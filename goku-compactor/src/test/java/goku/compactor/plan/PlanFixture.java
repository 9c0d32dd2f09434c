package goku.compactor.plan;

import static goku.compactor.plan.Stored.MEMORY;
import static goku.compactor.plan.Stored.made;
import static goku.compactor.plan.Stored.memory;

import goku.model.Namespace;
import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A namespace of one shard of GokuS and one of GokuL, with tiers of 6 hours, a day and four days,
/// kept for 30 hours, 5 days and 24 days. GokuS keeps a day. A bucket of tier 1 covers three
/// windows of GokuS.
final class PlanFixture {
  static final Namespace NAMESPACE = Deployments.namespace(1, 1, List.of());
  static final Sharding DISK = new Sharding(1, 1);
  static final long FIRST_LENGTH = 3 * MEMORY;
  static final long SECOND_LENGTH = 12 * MEMORY;
  static final long LAST_LENGTH = 48 * MEMORY;
  static final BucketKey FIRST = new BucketKey(0, 1, 0, 1);
  static final BucketKey SECOND = new BucketKey(0, 2, 0, 1);
  static final BucketKey LAST = new BucketKey(0, 3, 0, 1);

  /// The time when the first window leaves memory.
  static final Instant CONSUMED = hours(2 + 24 + 1);

  /// The time when even the last tier no longer keeps the first window.
  static final Instant DEAD = hours(4 * 24 + 24 * 24);

  final Inventory.Builder stored = new Inventory.Builder();

  static Instant hours(long hours) {
    return Instant.EPOCH.plus(Duration.ofHours(hours));
  }

  /// Returns the key of the file of a shuffled window of GokuS.
  static String part(int number, int generation) {
    return TierKeys.shuffled(memory(0, number).generation(generation), 0);
  }

  PlanFixture finalized(int number, int generation) {
    stored.finalized(memory(0, number).generation(generation), 100L * generation);
    stored.frontier(0, number * MEMORY);
    return this;
  }

  PlanFixture shuffled(int number, int generation) {
    stored.shuffled(Stored.shuffled(memory(0, number).generation(generation), DISK, 0));
    return this;
  }

  /// Adds the first three windows, finalized and shuffled.
  PlanFixture firstThree() {
    for (int number = 0; number < 3; number++) {
      finalized(number, 1).shuffled(number, 1);
    }
    return this;
  }

  /// Returns the manifest of the tier 1 bucket that is built from the first three windows.
  static Manifest first() {
    return made(FIRST, FIRST_LENGTH, part(0, 1), part(1, 1), part(2, 1));
  }

  Plan plan(Instant now) {
    return Plan.of(stored.build(), NAMESPACE, now);
  }

  /// Returns the buckets that are due.
  List<BucketKey> jobs(Instant now) {
    return plan(now).jobs().stream().map(Job::bucket).toList();
  }

  /// Returns the reasons and keys of the due removals.
  List<String> removals(Instant now) {
    return plan(now).removals().stream()
        .flatMap(removal -> removal.keys().stream().map(key -> removal.reason() + " " + key))
        .toList();
  }
}
