package goku.tier;

import goku.model.Disk;
import goku.model.Rollup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The times for which the data of a namespace are kept on disk, an object in its S3 bucket. A
/// change that removes data is in force only after a grace period, during which it can be
/// withdrawn. Data are removed only if both the terms in force and those of the namespaces file
/// permit.
///
/// @param version version of this format, 2, which has a checksum as markers of version 2 have
/// @param inForce terms in force
/// @param wanted terms of the namespaces file; equal to those in force if no change waits
/// @param sinceMillis time when the wanted terms were seen first
public record Retention(int version, Terms inForce, Terms wanted, long sinceMillis) {
  /// The key of the object.
  public static final String KEY = "retention.json";

  public static final int VERSION = 2;

  /// The times for which data are kept.
  ///
  /// @param rollups ascending by interval
  public record Terms(long rawMillis, List<RollupTerms> rollups) {
    public Terms {
      rollups = List.copyOf(rollups);
    }

    static Terms of(Disk disk) {
      return new Terms(
          disk.rawTtl().toMillis(),
          disk.rollups().stream()
              .map(rollup -> new RollupTerms(rollup.interval().toMillis(), rollup.ttl().toMillis()))
              .toList());
    }

    /// Returns the disk options with these times.
    Disk in(Disk current) {
      return new Disk(
          Duration.ofMillis(rawMillis),
          rollups.stream()
              .map(
                  each ->
                      new Rollup(
                          Duration.ofMillis(each.intervalMillis),
                          Duration.ofMillis(each.ttlMillis)))
              .toList(),
          current.coldAfter(),
          current.sharding());
    }

    /// Returns whether some data are kept for less time than by the other terms.
    boolean isShorterThan(Terms other) {
      return rawMillis < other.rawMillis
          || other.rollups.stream().anyMatch(wanted -> rollups.stream().noneMatch(wanted::isIn));
    }
  }

  /// The time for which rollups of one interval are kept.
  public record RollupTerms(long intervalMillis, long ttlMillis) {
    private boolean isIn(RollupTerms finer) {
      return intervalMillis % finer.intervalMillis == 0 && finer.ttlMillis >= ttlMillis;
    }
  }

  /// Returns the next state.
  ///
  /// @param before state in S3; empty at first
  /// @param current options of the namespaces file
  /// @param grace time for which a change waits that removes data
  public static Retention next(
      Optional<Retention> before, Disk current, Duration grace, Instant now) {
    Terms wanted = Terms.of(current);
    if (before.isEmpty() || !wanted.isShorterThan(before.get().inForce)) {
      boolean isSame = before.filter(state -> state.inForce.equals(wanted)).isPresent();
      return isSame && !before.get().waits()
          ? before.get()
          : new Retention(VERSION, wanted, wanted, now.toEpochMilli());
    }
    Retention state = before.get();
    if (!state.wanted.equals(wanted)) {
      return new Retention(VERSION, state.inForce, wanted, now.toEpochMilli());
    }
    boolean isOver = state.sinceMillis + grace.toMillis() <= now.toEpochMilli();
    return isOver ? new Retention(VERSION, wanted, wanted, now.toEpochMilli()) : state;
  }

  /// Returns whether a change waits.
  public boolean waits() {
    return !wanted.equals(inForce);
  }

  /// Returns the disk options with the times in force.
  public Disk inForce(Disk current) {
    return inForce.in(current);
  }

  /// Returns the object as JSON.
  public byte[] toBytes() {
    return MarkerJson.write(this, version, Map.of());
  }

  /// Parses the content of the object.
  ///
  /// @throws goku.format.FormatException when the content cannot be used
  public static Retention parse(byte[] json, String key) {
    return MarkerJson.read(json, key, Retention.class, VERSION, Map.of());
  }
}
