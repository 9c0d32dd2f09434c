package goku.root.fanout;

import goku.model.ShardId;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an answer is short of.
///
/// @param missing shards that nobody serves at this moment
/// @param completeFromMillis the first millisecond from which on the other shards have all they
///   should have, being still at work to recover what is older; the smallest long when that does
///   not concern the query
public record Shortfall(List<ShardId> missing, long completeFromMillis) {
  public static final Shortfall NONE = new Shortfall(List.of(), Long.MIN_VALUE);

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

  /// In a header: `missing ns1/2,ns1/3; complete-from=1800000000000`, each part only if it is so.
  @Override
  public String toString() {
    var parts = new StringJoiner("; ");
    if (!missing.isEmpty()) {
      parts.add(
          missing.stream().map(ShardId::toString).collect(Collectors.joining(",", "missing ", "")));
    }
    if (isRecovering()) {
      parts.add("complete-from=" + completeFromMillis);
    }
    return parts.toString();
  }
}
