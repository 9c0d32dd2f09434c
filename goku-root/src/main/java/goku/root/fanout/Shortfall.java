package goku.root.fanout;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.model.TimeRange;
import goku.query.partial.PartialStream;
import goku.root.planning.QuerySource;
import goku.root.planning.StoreShard;
import java.time.Instant;
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
///   older datapoints; `Long.MIN_VALUE` if that does not affect the query
/// @param lagMillis the largest lag of a shard without an up-to-date replica, whose latest
///   datapoints may be missing; 0 if that does not affect the query
public record Shortfall(List<StoreShard> missing, long completeFromMillis, long lagMillis) {
  public static final Shortfall NONE = new Shortfall(List.of(), Long.MIN_VALUE, 0);
  private static final String HEADER = "X-Goku-Partial";

  /// Returns the shortfall of shards that are complete only from the given time.
  public static Shortfall of(TimeRange range, long completeFromMillis) {
    boolean concerned = range.startMillis() < completeFromMillis;
    return new Shortfall(List.of(), concerned ? completeFromMillis : Long.MIN_VALUE, 0);
  }

  /// Returns the shortfall of the stream of a source.
  static Shortfall of(QuerySource source, PartialStream stream) {
    List<StoreShard> missing =
        stream.missing().stream().map(shard -> new StoreShard(source.store(), shard)).toList();
    return new Shortfall(missing, Long.MIN_VALUE, stream.lagMillis())
        .with(of(source.read(), stream.completeFromMillis()));
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

  /// Returns whether some shard has no up-to-date replica.
  public boolean isLagging() {
    return lagMillis > 0;
  }

  /// Returns the shortfall of two answers together.
  Shortfall with(Shortfall other) {
    if (other.isNone()) {
      return this;
    }
    return new Shortfall(
        Stream.concat(missing.stream(), other.missing.stream()).distinct().toList(),
        Math.max(completeFromMillis, other.completeFromMillis),
        Math.max(lagMillis, other.lagMillis));
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
    if (isLagging()) {
      throw new HttpError(
          503,
          "no replica of some shard is up to date: datapoints of the last %d s may be missing; try again"
              .formatted(Math.ceilDiv(lagMillis, 1000)));
    }
  }

  /// Returns the header value: `missing ns1/2,long:ns1/3; complete-from=1800000000000; lag=12000`.
  /// Parts that do not apply are left out.
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
    if (isLagging()) {
      parts.add("lag=" + lagMillis);
    }
    return parts.toString();
  }
}
