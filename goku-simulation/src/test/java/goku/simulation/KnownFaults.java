package goku.simulation;

import java.util.EnumSet;
import java.util.Set;

/// The kinds of faults that the product does not survive yet, with what is lost.
final class KnownFaults {
  private static final Set<Fault> KNOWN =
      EnumSet.of(
          // while all replicas recover, a root does not know that they keep a window that a lowered
          // memory-ttl no longer wants: about one of a thousand schedules
          Fault.SETTINGS,
          // a flipped byte of a page is served
          Fault.FLIPPED_FILE,
          // an unreadable marker counts as absent
          Fault.FLIPPED_OBJECT,
          // datapoints without memory are refused and not reported
          Fault.MEMORY_FULL,
          // a log that lost its end and has grown again, and whose records of then have expired, is
          // taken for the one before: snapshots do not state the epoch of the leader
          Fault.LOG_CUT);

  /// The permission for a hole to stay after a disk was full. A delete changes the sealed streams
  /// whose file could not be written, so that the file has other content than that of the other
  /// replica. The snapshots of its shard are then unusable without its disk: about one of two
  /// thousand schedules.
  static final boolean FULL_DISK_LEAVES_HOLES = true;

  /// The permission for deleted datapoints to come back from GokuL after the log lost records. A
  /// replica that lacks them deletes nothing, writes no next file, and drops the window once the
  /// tiers have the file of another replica: about one of ten thousand schedules.
  static final boolean LOST_RECORDS_UNDO_DELETES = true;

  private KnownFaults() {}

  /// Returns the kinds that schedules may draw.
  static Set<Fault> permitted() {
    return EnumSet.complementOf(EnumSet.copyOf(KNOWN));
  }
}
