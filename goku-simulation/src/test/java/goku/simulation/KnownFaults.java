package goku.simulation;

import java.util.EnumSet;
import java.util.Set;

/// The kinds of faults that the product does not survive yet, with what is lost.
final class KnownFaults {
  private static final Set<Fault> KNOWN =
      EnumSet.of(
          // while all replicas recover, a root does not know that they keep a window that a lowered
          // memory-ttl no longer wants: about one of a thousand schedules
          Fault.SETTINGS);

  /// The permission for deleted datapoints to come back from GokuL after the log lost records. A
  /// replica that lacks them deletes nothing, writes no next file, and drops the window once the
  /// tiers have the file of another replica: about one of ten thousand schedules.
  static final boolean LOST_RECORDS_UNDO_DELETES = true;

  /// The permission for GokuL to lack late datapoints and deletes unmarked while no replica of a
  /// shard runs. Only a replica can tell a root that S3 was unavailable for longer than it keeps
  /// datapoints, so that they still wait for their upload: about one of ten thousand schedules.
  static final boolean NOBODY_TELLS_ROOTS = true;

  private KnownFaults() {}

  /// Returns the kinds that schedules may draw.
  static Set<Fault> permitted() {
    return EnumSet.complementOf(EnumSet.copyOf(KNOWN));
  }
}
