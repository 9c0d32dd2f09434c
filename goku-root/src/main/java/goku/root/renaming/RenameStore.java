package goku.root.renaming;

import goku.model.MetricRenames;
import java.time.Duration;
import java.util.SortedSet;
import java.util.function.UnaryOperator;

/// The store of renamed metrics. Its methods throw a `goku.service.ClusterException` if the store
/// cannot be read or written. Thread-safe.
public interface RenameStore {
  /// Changes the renames for the whole deployment and returns the result. On return, this process
  /// applies it. May call the change several times. What it throws is thrown.
  MetricRenames change(UnaryOperator<MetricRenames> change);

  /// Waits until all processes apply an edition. Returns those that may not apply it after the
  /// timeout.
  SortedSet<String> awaitApplied(long edition, Duration timeout) throws InterruptedException;
}
