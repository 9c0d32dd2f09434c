package goku.standalone.agent.lag;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A datapoint of the agent on its way.
///
/// @param series as a query names it: `jvm.uptime{host=a}`
/// @param second time of the datapoint
/// @param sentAt when it left the agent
record Emission(String series, long second, Instant sentAt) {
  /// A metric that every reading has, as it needs no driver and no right.
  private static final String METRIC = "jvm.uptime";

  /// Of the lines that were sent the one that is looked for; empty when they lack it.
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

  /// The parameters of a query that finds this datapoint and nothing else.
  Map<String, String> query() {
    return Map.of(
        "start", Long.toString(second),
        "end", Long.toString(second + 1),
        "m", "none:" + series);
  }
}
