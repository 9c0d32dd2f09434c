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

/// Whether a change would look for datapoints where they are not. Datapoints stay in the namespace
/// that they were written to, and services learn of a change within 5 s: so what they have, and
/// what comes in the next 10 s, must belong to the same namespace before and after. Only who
/// publishes a change checks this, since it depends on the clock; the others follow. Stateless.
public final class MovedDatapoints {
  /// Twice what it takes until all services have a change.
  public static final Duration NOTICE = Duration.ofSeconds(10);

  private MovedDatapoints() {}

  /// A problem for each prefix with datapoints that would not be found; empty when there is none.
  ///
  /// @param source where the next one is from, for messages
  public static List<Problem> problems(
      Namespaces now, Namespaces next, Instant clock, String source) {
    List<Problem> problems = new ArrayList<>();
    // whatever the metric, its longest prefix decides, so these stand for all metrics
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
            "datapoints %s are in namespace %s, or will be before all services know, and would not"
                    .formatted(period(begin, until), has.name())
                + " be found in %s: moves begin at %d (%s) or later"
                    .formatted(asked.name(), seconds(end), Instant.ofEpochSecond(seconds(end)));
        problems.add(new Problem(source, "metrics", prefix, message));
        return;
      }
    }
  }

  /// The times from which on metrics of the prefix may be elsewhere, ascending.
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
