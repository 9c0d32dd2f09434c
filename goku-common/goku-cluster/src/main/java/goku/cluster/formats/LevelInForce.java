package goku.cluster.formats;

import java.time.Instant;

/// The format level in force.
///
/// @param since the time from which the level is in force
/// @param raisedBy the cause of the level: `CREATION`, `HAND` or `TIME`
public record LevelInForce(int level, Instant since, String raisedBy) {
  /// The cause of the first level of a deployment.
  public static final String CREATION = "creation";

  /// The cause of a level that a person raised.
  public static final String HAND = "hand";

  /// The cause of a level that rose a day after the last node was upgraded.
  public static final String TIME = "time";
}
