package goku.namespace;

import goku.model.LateMove;
import goku.model.Namespace;
import goku.model.Namespaces;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The life of late moves: from the publication of a change, over its confirmation by all
/// ingestors, until the old namespace has expired the datapoints. Stateless.
public final class LateMoves {
  /// The most that an ingestor accepts ahead of its clock, with an allowance for differences
  /// between clocks.
  private static final Duration ACCEPTED_AHEAD = Duration.ofHours(2).plusMinutes(10);

  /// The length to which prefixes are cut if there are too many moves. A shorter prefix means more
  /// queries to the old namespace, never fewer.
  private static final int SHORT_PREFIX = 64;

  private LateMoves() {}

  /// Returns the moves of a change that no ingestor has confirmed yet. A period begins when roots
  /// do not query the old namespace in any case.
  public static List<LateMove> of(Namespaces now, Namespaces next, Instant clock) {
    List<LateMove> moves = new ArrayList<>();
    for (Move move : Move.between(now, next)) {
      long from = move.fromMillis();
      boolean isAskedAhead =
          from > 0 && next.of(move.prefix(), from - 1).name().equals(move.before().name());
      from += isAskedAhead ? Namespaces.AHEAD.toMillis() : 0;
      if (from < move.untilMillis() && move.isKept(clock)) {
        moves.add(
            new LateMove(move.prefix(), move.before().name(), from, move.untilMillis(), false));
      }
    }
    return List.copyOf(moves);
  }

  /// Returns the moves after all ingestors have confirmed them. Moves that all knew in time are
  /// left out.
  ///
  /// @param latestMillis the latest time that it can be
  public static List<LateMove> confirmed(List<LateMove> moves, long latestMillis) {
    long end = latestMillis + ACCEPTED_AHEAD.toMillis();
    return moves.stream()
        .filter(move -> move.isConfirmed() || move.fromMillis() < end)
        .map(move -> move.isConfirmed() ? move : until(move, end))
        .toList();
  }

  private static LateMove until(LateMove move, long endMillis) {
    long until = Math.min(move.untilMillis(), endMillis);
    return new LateMove(move.prefix(), move.namespace(), move.fromMillis(), until, true);
  }

  /// Returns the moves whose datapoints the old namespace may still keep.
  ///
  /// @param earliest the earliest time that it can be
  public static List<LateMove> kept(List<LateMove> moves, Namespaces namespaces, Instant earliest) {
    return moves.stream().filter(move -> isKept(move, namespaces, earliest)).toList();
  }

  private static boolean isKept(LateMove move, Namespaces namespaces, Instant earliest) {
    Optional<Namespace> old =
        namespaces.all().stream().filter(one -> one.name().equals(move.namespace())).findFirst();
    return !move.isConfirmed()
        || old.filter(one -> move.untilMillis() > earliest.minus(Move.kept(one)).toEpochMilli())
            .isPresent();
  }

  /// Returns one move for each namespace, which covers all of its moves.
  public static List<LateMove> merged(List<LateMove> moves) {
    Map<String, LateMove> byNamespace = new LinkedHashMap<>();
    moves.forEach(move -> byNamespace.merge(move.namespace(), move, LateMoves::both));
    return byNamespace.values().stream().map(LateMoves::shortened).toList();
  }

  private static LateMove both(LateMove one, LateMove other) {
    int same = 0;
    int shorter = Math.min(one.prefix().length(), other.prefix().length());
    while (same < shorter && one.prefix().charAt(same) == other.prefix().charAt(same)) {
      same++;
    }
    return new LateMove(
        one.prefix().substring(0, same),
        one.namespace(),
        Math.min(one.fromMillis(), other.fromMillis()),
        Math.max(one.untilMillis(), other.untilMillis()),
        one.isConfirmed() && other.isConfirmed());
  }

  private static LateMove shortened(LateMove move) {
    String prefix = move.prefix();
    return new LateMove(
        prefix.substring(0, Math.min(prefix.length(), SHORT_PREFIX)),
        move.namespace(),
        move.fromMillis(),
        move.untilMillis(),
        move.isConfirmed());
  }
}
