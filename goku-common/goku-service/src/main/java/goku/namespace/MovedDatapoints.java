package goku.namespace;

import goku.config.Problem;
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

/// A check that a change of namespaces does not hide datapoints. Datapoints stay in the namespace
/// to which they were written, and services learn of a change within 5 s. Existing datapoints and
/// those of the next 10 s must therefore belong to the same namespace before and after the change.
/// Only the publisher of a change checks this, because the result depends on the clock. The other
/// processes follow. Stateless.
public final class MovedDatapoints {
  /// Twice the time until all services have a change.
  public static final Duration NOTICE = Duration.ofSeconds(10);

  private MovedDatapoints() {}

  /// Returns a problem for each prefix whose datapoints would not be found; empty if there is none.
  ///
  /// @param source the origin of the next namespaces, for messages
  public static List<Problem> problems(
      Namespaces now, Namespaces next, Instant clock, String source) {
    List<Problem> problems = new ArrayList<>();
    // the longest prefix of any metric decides, so these stand for all metrics
    Stream.concat(prefixes(now), prefixes(next))
        .distinct()
        .sorted()
        .forEach(prefix -> check(prefix, now, next, clock, source, problems));
    return List.copyOf(problems);
  }

  private static void check(
      String prefix,
      Namespaces now,
      Namespaces next,
      Instant clock,
      String source,
      List<Problem> problems) {
    long end = clock.plus(NOTICE).toEpochMilli();
    NavigableSet<Long> changes = changes(prefix, now, next);
    for (long begin : changes) {
      Namespace has = now.of(prefix, begin);
      Long later = changes.higher(begin);
      long until = later == null ? Long.MAX_VALUE : later;
      boolean kept = until > clock.minus(kept(has)).toEpochMilli();
      Namespace asked = next.of(prefix, begin);
      if (begin < end && kept && !asked.name().equals(has.name())) {
        String message =
            "datapoints %s are in namespace %s, or will be before all services know the change, and would not"
                    .formatted(period(begin, until), has.name())
                + " be found in %s: moves begin at %d (%s) or later"
                    .formatted(asked.name(), seconds(end), Instant.ofEpochSecond(seconds(end)));
        problems.add(new Problem(source, "metrics", prefix, message));
        return;
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

  private static Duration kept(Namespace namespace) {
    Duration onDisk = namespace.disk().map(Disk::ttl).orElse(Duration.ZERO);
    return onDisk.compareTo(namespace.memoryTtl()) > 0 ? onDisk : namespace.memoryTtl();
  }

  private static Stream<String> prefixes(Namespaces namespaces) {
    return namespaces.all().stream()
        .flatMap(namespace -> namespace.metrics().stream())
        .map(MetricPrefix::prefix);
  }

  private static String period(long begin, long until) {
    return until == Long.MAX_VALUE
        ? "since " + Instant.ofEpochMilli(begin)
        : "from %s to %s".formatted(Instant.ofEpochMilli(begin), Instant.ofEpochMilli(until));
  }

  private static long seconds(long millis) {
    return Math.ceilDiv(millis, 1000L);
  }
}
