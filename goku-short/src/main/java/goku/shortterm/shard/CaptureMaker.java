package goku.shortterm.shard;

import goku.format.snapshot.SnapshotState;
import goku.shortterm.finalization.Finalizations;
import goku.shortterm.input.AppliedInputs;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The captures of a shard, taken by its writer while no delete is in progress.
record CaptureMaker(
    ShardView view,
    Progress progress,
    HeldTimes held,
    ShardHoles holes,
    AppliedInputs inputs,
    Finalizations finalizations,
    UnsavedTimes unsaved) {

  ShardCapture capture() {
    unsaved.captured(progress.applied());
    int slotLimit = view.index().slotLimit();
    List<ShardCapture.CapturedBucket> captured =
        view.buckets().all().stream()
            .map(bucket -> ShardCapture.CapturedBucket.of(bucket, view.index()))
            .toList();
    return new ShardCapture(
        progress.applied(),
        progress.recordMillis(),
        slotLimit,
        captured,
        finalizations.stateCoverage() ? Optional.of(state(captured)) : Optional.empty());
  }

  private SnapshotState state(List<ShardCapture.CapturedBucket> captured) {
    return new SnapshotState(
        progress.number(),
        progress.snapshotLog(finalizations.stateEpoch()),
        Math.max(0, held.fromMillis()),
        holes.all(),
        decisions(captured, progress.log()),
        inputs.all());
  }

  /// Returns the decisions of the log whose files do not exist yet. One of a former log has no
  /// offset in this one.
  private static List<SnapshotState.Decision> decisions(
      List<ShardCapture.CapturedBucket> captured, UUID log) {
    return captured.stream()
        .filter(bucket -> !bucket.sealed().isEmpty())
        .filter(bucket -> bucket.decision().log().equals(log))
        .map(
            bucket ->
                new SnapshotState.Decision(
                    bucket.bucket().startMillis(), bucket.decision().offset()))
        .toList();
  }
}
