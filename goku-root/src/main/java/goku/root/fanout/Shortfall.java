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

/// What an answer is short of.
///
/// @param missing shards that nobody serves at this moment
/// @param completeFromMillis the first millisecond from which on the other shards have all they
///   should have, being still at work to recover what is older; the smallest long when that does
///   not concern the query
/// @param lagMillis for how long some shard may lack datapoints that came meanwhile, because none
///   of its replicas is up to date; 0 when that does not concern the query
public record Shortfall(List<StoreShard> missing, long completeFromMillis, long lagMillis) {
  public static final Shortfall NONE = new Shortfall(List.of(), Long.MIN_VALUE, 0);
  private static final String HEADER = "X-Goku-Partial";

  /// What shards that are complete from the time lack of a range.
  public static Shortfall of(TimeRange range, long completeFromMillis) {
    boolean concerned = range.startMillis() < completeFromMillis;
    return new Shortfall(List.of(), concerned ? completeFromMillis : Long.MIN_VALUE, 0);
  }

  /// What the stream of a source is short of.
  static Shortfall of(QuerySource source, PartialStream stream) {
    List<StoreShard> missing =
        stream.missing().stream().map(shard -> new StoreShard(source.store(), shard)).toList();
    return new Shortfall(missing, Long.MIN_VALUE, stream.lagMillis())
        .with(of(source.read(), stream.completeFromMillis()));
  }

  public Shortfall {
    missing = List.copyOf(missing);
  }

  /// Whether the answer is short of nothing.
  public boolean isNone() {
    return equals(NONE);
  }

  /// Whether shards were still recovering older datapoints.
  public boolean isRecovering() {
    return completeFromMillis != Long.MIN_VALUE;
  }

  /// Whether no replica of some shard was up to date.
  public boolean isLagging() {
    return lagMillis > 0;
  }

  /// What two answers together are short of.
  Shortfall with(Shortfall other) {
    if (other.isNone()) {
      return this;
    }
    return new Shortfall(
        Stream.concat(missing.stream(), other.missing.stream()).distinct().toList(),
        Math.max(completeFromMillis, other.completeFromMillis),
        Math.max(lagMillis, other.lagMillis));
  }

  /// The response with a header that says so, if there is a shortfall.
  public HttpResponse mark(HttpResponse response) {
    if (isNone()) {
      return response;
    }
    Map<String, String> headers = new HashMap<>(response.headers());
    headers.put(HEADER, toString());
    return new HttpResponse(response.status(), response.contentType(), headers, response.body());
  }

  /// The error 503 for those who take nothing that is short of something.
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

  /// In a header: `missing ns1/2,long:ns1/3; complete-from=1800000000000; lag=12000`, each part
  /// only if it is so.
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
