package goku.root.fanout;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.model.TimeRange;
import goku.root.planning.StoreShard;
import java.time.Instant;
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
public record Shortfall(List<StoreShard> missing, long completeFromMillis) {
  public static final Shortfall NONE = new Shortfall(List.of(), Long.MIN_VALUE);

  private static final String HEADER = "X-Goku-Partial";

  /// What is missing of a range when shards are complete from the time.
  public static Shortfall of(List<StoreShard> missing, TimeRange range, long completeFromMillis) {
    boolean concerned = range.startMillis() < completeFromMillis;
    return new Shortfall(missing, concerned ? completeFromMillis : Long.MIN_VALUE);
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

  /// What two answers together are short of.
  Shortfall with(Shortfall other) {
    return new Shortfall(
        Stream.concat(missing.stream(), other.missing.stream()).distinct().toList(),
        Math.max(completeFromMillis, other.completeFromMillis));
  }

  /// The response with a header that says so, if there is a shortfall.
  public HttpResponse mark(HttpResponse response) {
    return isNone()
        ? response
        : new HttpResponse(
            response.status(), response.contentType(), Map.of(HEADER, toString()), response.body());
  }

  /// The error 503 for those who take no datapoints while older ones are being recovered.
  public void requireRecovered() {
    if (isRecovering()) {
      throw new HttpError(
          503,
          "datapoints before %d (%s) are still being recovered; try again, or ask for later ones"
              .formatted(completeFromMillis, Instant.ofEpochMilli(completeFromMillis)));
    }
  }

  /// In a header: `missing ns1/2,long:ns1/3; complete-from=1800000000000`, each part only if it is
  /// so.
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
    return parts.toString();
  }
}
