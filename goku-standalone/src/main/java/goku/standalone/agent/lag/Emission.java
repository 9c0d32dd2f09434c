package goku.standalone.agent.lag;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A sent datapoint of the agent.
///
/// @param series the series in query syntax: `jvm.uptime{host=a}`
/// @param second the time of the datapoint
/// @param sentAt the time of sending
record Emission(String series, long second, Instant sentAt) {
  /// A metric that every reading has, because it needs no driver and no permission.
  private static final String METRIC = "jvm.uptime";

  /// Returns the probed datapoint of the sent lines; empty if they lack it.
  static Optional<Emission> of(List<String> lines, Instant sentAt) {
    return lines.stream()
        .map(line -> line.split(" ", -1))
        .filter(words -> words.length > 4 && words[1].equals(METRIC))
        .map(
            words -> {
              String tags = String.join(",", Arrays.asList(words).subList(4, words.length));
              return new Emission(METRIC + "{" + tags + "}", Long.parseLong(words[2]), sentAt);
            })
        .findFirst();
  }

  /// Returns the parameters of a query that finds only this datapoint.
  Map<String, String> query() {
    return Map.of(
        "start", Long.toString(second),
        "end", Long.toString(second + 1),
        "m", "none:" + series);
  }
}
