package goku.root.fanout;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.query.partial.PartialStream;
import goku.root.planning.QuerySource;
import goku.root.planning.StoreShard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The missing parts of an answer.
///
/// @param missing shards that no node serves currently
/// @param completeFromMillis the time from which the other shards are complete, while they recover
///   older datapoints from the start of the query's range on; `Long.MIN_VALUE` if that does not
///   affect the query
/// @param holes other times of the query's range for which datapoints may be missing
/// @param lagMillis the largest lag of a shard without an up-to-date replica or of the ingestors,
///   whose latest datapoints may be missing; 0 if that does not affect the query
public record Shortfall(
    List<StoreShard> missing, long completeFromMillis, Holes holes, long lagMillis) {
  public static final Shortfall NONE = new Shortfall(List.of(), Long.MIN_VALUE, Holes.NONE, 0);
  private static final String HEADER = "X-Goku-Partial";
  private static final TimeRange ALL_TIME = new TimeRange(0, Long.MAX_VALUE);

  /// Returns the shortfall of a read of the range from shards with the given holes.
  public static Shortfall of(TimeRange range, Holes holes) {
    if (!holes.overlap(range)) {
      return NONE;
    }
    List<Hole> older = new ArrayList<>();
    List<Hole> others = new ArrayList<>();
    for (Hole hole : holes.overlapping(range).all()) {
      boolean recovers = hole.cause() == HoleCause.RECOVERY;
      (recovers && hole.startMillis() <= range.startMillis() ? older : others).add(hole);
    }
    long completeFrom = Holes.of(older).completeFromMillis();
    return new Shortfall(List.of(), completeFrom, Holes.of(others).in(range), 0);
  }

  /// Returns the shortfall of a search for names, which have no time, in shards with the given
  /// holes.
  public static Shortfall ofNames(Holes holes) {
    return of(ALL_TIME, holes);
  }

  /// Returns the shortfall of an answer that lacks the latest datapoints.
  static Shortfall lagging(long lagMillis) {
    return new Shortfall(List.of(), Long.MIN_VALUE, Holes.NONE, lagMillis);
  }

  /// Returns the shortfall of the stream of a source.
  static Shortfall of(QuerySource source, PartialStream stream) {
    List<StoreShard> missing =
        stream.missing().stream().map(shard -> new StoreShard(source.store(), shard)).toList();
    return new Shortfall(missing, Long.MIN_VALUE, Holes.NONE, stream.lagMillis())
        .with(of(source.read(), source.relevant(stream.holes())));
  }

  public Shortfall {
    missing = List.copyOf(missing);
  }

  /// Returns whether nothing is missing.
  public boolean isNone() {
    return equals(NONE);
  }

  /// Returns whether shards are still recovering older datapoints.
  public boolean isRecovering() {
    return completeFromMillis != Long.MIN_VALUE;
  }

  /// Returns whether datapoints in the middle or at the end of the range may be missing.
  public boolean hasHoles() {
    return !holes.isEmpty();
  }

  /// Returns whether some shard has no up-to-date replica, or the ingestors lag.
  public boolean isLagging() {
    return lagMillis > 0;
  }

  /// Returns the shortfall of two answers together.
  public Shortfall with(Shortfall other) {
    if (other.isNone()) {
      return this;
    }
    return new Shortfall(
        Stream.concat(missing.stream(), other.missing.stream()).distinct().toList(),
        Math.max(completeFromMillis, other.completeFromMillis),
        holes.plus(other.holes),
        Math.max(lagMillis, other.lagMillis));
  }

  /// Returns whether an answer with this shortfall may be continued by one with the other: no
  /// further shard and no further time is missing, and both lag or the other one does not.
  boolean covers(Shortfall other) {
    return missing.containsAll(other.missing)
        && missingTime().cover(other.missingTime())
        && (isLagging() || !other.isLagging());
  }

  private Holes missingTime() {
    return holes.plus(Holes.before(completeFromMillis, HoleCause.RECOVERY));
  }

  /// Adds a header that describes the shortfall, if there is one.
  public HttpResponse mark(HttpResponse response) {
    if (isNone()) {
      return response;
    }
    Map<String, String> headers = new HashMap<>(response.headers());
    headers.put(HEADER, toString());
    return new HttpResponse(response.status(), response.contentType(), headers, response.body());
  }

  /// Throws a 503 if anything is missing.
  public void requireNone() {
    if (!missing.isEmpty()) {
      throw new HttpError(
          503,
          "shard %s is not available: no node serves it at this moment; try again"
              .formatted(missing.getFirst()));
    }
    if (isRecovering()) {
      throw new HttpError(
          503,
          "datapoints before %d (%s) are still being recovered; try again, or ask for later ones"
              .formatted(completeFromMillis, Instant.ofEpochMilli(completeFromMillis)));
    }
    if (hasHoles()) {
      Hole hole = holes.all().getFirst();
      throw new HttpError(
          503,
          "datapoints from %d (%s) to %d (%s) are missing, cause=%s; try again, or ask for another time"
              .formatted(
                  hole.startMillis(),
                  Instant.ofEpochMilli(hole.startMillis()),
                  hole.endMillis(),
                  Instant.ofEpochMilli(hole.endMillis()),
                  hole.cause()));
    }
    if (isLagging()) {
      throw new HttpError(
          503,
          "datapoints of the last %d s may be missing: the ingestors or all replicas of a shard lag; try again"
              .formatted(Math.ceilDiv(lagMillis, 1000)));
    }
  }

  /// Returns the header value: `missing ns1/2,long:ns1/3; complete-from=1800000000000;
  /// holes=1800007200000-1800014400000 damaged; lag=12000`. Parts that do not apply are left out.
  @Override
  public String toString() {
    var parts = new StringJoiner("; ");
    if (!missing.isEmpty()) {
      parts.add(
          missing.stream()
              .map(StoreShard::toString)
              .collect(Collectors.joining(",", "missing ", "")));
    }
    if (isRecovering()) {
      parts.add("complete-from=" + completeFromMillis);
    }
    if (hasHoles()) {
      parts.add("holes=" + holes);
    }
    if (isLagging()) {
      parts.add("lag=" + lagMillis);
    }
    return parts.toString();
  }
}
