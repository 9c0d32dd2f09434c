package goku.namespace;

import goku.model.Disk;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A period in which the metrics of a prefix are in different namespaces before and after a change
/// of the namespaces. The metrics of a removed namespace do not move: their datapoints are gone.
///
/// @param fromMillis the first time of the period
/// @param untilMillis the first time after the period; the largest long without an end
record Move(String prefix, long fromMillis, long untilMillis, Namespace before, Namespace after) {
  /// Returns all moves, ascending by prefix and time.
  static List<Move> between(Namespaces now, Namespaces next) {
    List<Move> moves = new ArrayList<>();
    // the longest prefix of any metric decides, so these stand for all metrics
    Stream.concat(prefixes(now), prefixes(next))
        .distinct()
        .sorted()
        .forEach(prefix -> add(prefix, now, next, moves));
    return List.copyOf(moves);
  }

  private static void add(String prefix, Namespaces now, Namespaces next, List<Move> moves) {
    NavigableSet<Long> changes = changes(prefix, now, next);
    for (long begin : changes) {
      Namespace before = now.of(prefix, begin);
      Namespace after = next.of(prefix, begin);
      if (!before.name().equals(after.name()) && !next.isRemoved(before.name())) {
        Long later = changes.higher(begin);
        long until = later == null ? Long.MAX_VALUE : later;
        moves.add(new Move(prefix, begin, until, before, after));
      }
    }
  }

  /// Returns the times from which on metrics of the prefix may be elsewhere, ascending.
  private static NavigableSet<Long> changes(String prefix, Namespaces now, Namespaces next) {
    var times = new TreeSet<>(now.changes(prefix));
    times.addAll(next.changes(prefix));
    times.add(0L);
    return times;
  }

  private static Stream<String> prefixes(Namespaces namespaces) {
    return namespaces.all().stream()
        .flatMap(namespace -> namespace.metrics().stream())
        .map(MetricPrefix::prefix);
  }

  /// Returns whether the old namespace still keeps datapoints of the period.
  boolean isKept(Instant clock) {
    return untilMillis > clock.minus(kept(before)).toEpochMilli();
  }

  /// Returns how long a namespace keeps datapoints.
  static Duration kept(Namespace namespace) {
    Duration onDisk = namespace.disk().map(Disk::ttl).orElse(Duration.ZERO);
    return onDisk.compareTo(namespace.memoryTtl()) > 0 ? onDisk : namespace.memoryTtl();
  }
}
