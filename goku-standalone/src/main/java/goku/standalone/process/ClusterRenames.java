package goku.standalone.process;

import goku.cluster.rename.RenameFollower;
import goku.model.MetricRenames;
import goku.root.renaming.RenameStore;
import java.time.Duration;
import java.util.SortedSet;
import java.util.function.UnaryOperator;

/// The renamed metrics of a cluster. Thread-safe.
public record ClusterRenames(RenameFollower follower) implements RenameStore {
  @Override
  public MetricRenames change(UnaryOperator<MetricRenames> change) {
    return follower.change(change);
  }

  @Override
  public SortedSet<String> awaitApplied(long edition, Duration timeout)
      throws InterruptedException {
    return follower.awaitApplied(edition, timeout);
  }
}
