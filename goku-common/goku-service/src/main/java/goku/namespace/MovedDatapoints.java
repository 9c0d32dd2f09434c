package goku.namespace;

import goku.config.Problem;
import goku.model.Namespaces;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    long end = clock.plus(NOTICE).toEpochMilli();
    Map<String, Problem> byPrefix = new LinkedHashMap<>();
    for (Move move : Move.between(now, next)) {
      if (move.fromMillis() < end && move.isKept(clock)) {
        byPrefix.putIfAbsent(move.prefix(), problem(move, end, source));
      }
    }
    return List.copyOf(byPrefix.values());
  }

  private static Problem problem(Move move, long end, String source) {
    String message =
        "datapoints %s are in namespace %s, or will be before all services know the change, and would not"
                .formatted(period(move.fromMillis(), move.untilMillis()), move.before().name())
            + " be found in %s: moves begin at %d (%s) or later"
                .formatted(move.after().name(), seconds(end), Instant.ofEpochSecond(seconds(end)));
    return new Problem(source, "metrics", move.prefix(), message);
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
