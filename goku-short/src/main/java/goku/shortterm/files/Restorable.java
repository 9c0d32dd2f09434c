package goku.shortterm.files;

import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.model.Holes;
import java.util.List;
import java.util.Optional;

/// The files that a shard can be restored from. All of them are on the local disk.
///
/// @param snapshot the snapshot, whose bucket files are available, except those named below
/// @param files without a snapshot, the newest complete file of each window in memory, ascending by
///   start
/// @param isOfOtherLog whether a file or a snapshot states that it belongs to another log than the
///   current one
/// @param highestNumber the highest number of a snapshot that was found; -1 for none
/// @param lost the times of records that the log has lost, and that only snapshots have from which
///   the shard is not restored, and the times of destroyed files
/// @param unavailable the files of the snapshot that are not available
/// @param awaitsS3 whether the shard is not served until S3 answers, because the disk cannot
///   restore it and its log no longer has its first records, or because a file of an expired window
///   is not on the disk, and may be in no tier
public record Restorable(
    Optional<SnapshotInfo> snapshot,
    List<BucketReference> files,
    boolean isOfOtherLog,
    long highestNumber,
    Holes lost,
    Unavailable unavailable,
    boolean awaitsS3) {
  public Restorable {
    files = List.copyOf(files);
  }

  /// Returns the files of windows, without a snapshot.
  public static Restorable ofFiles(
      List<BucketReference> files, boolean isOfOtherLog, long highestNumber, Holes lost) {
    return new Restorable(
        Optional.empty(), files, isOfOtherLog, highestNumber, lost, Unavailable.NONE, false);
  }

  /// Returns the same for a shard that waits for S3.
  public Restorable awaitingS3() {
    return new Restorable(snapshot, files, isOfOtherLog, highestNumber, lost, unavailable, true);
  }

  /// Returns the files of a snapshot.
  public static Restorable of(SnapshotInfo snapshot, Holes lost, Unavailable unavailable) {
    return new Restorable(
        Optional.of(snapshot),
        List.of(),
        false,
        snapshot.number(),
        lost.plus(unavailable.holes()),
        unavailable,
        false);
  }
}
