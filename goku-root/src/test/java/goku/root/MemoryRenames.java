package goku.root;

import goku.model.Live;
import goku.model.MetricRenames;
import goku.model.Namespaces;
import goku.root.renaming.RenameStore;
import goku.service.ClusterException;
import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/// Renamed metrics of one process. Owned by the thread of the test.
final class MemoryRenames implements RenameStore {
  private final Live<Namespaces> live;
  private LongFunction<SortedSet<String>> lacking = _ -> new TreeSet<>();
  private boolean lost;

  MemoryRenames(Live<Namespaces> live) {
    this.live = live;
  }

  /// Sets the processes that lack an edition.
  void lacking(LongFunction<SortedSet<String>> processes) {
    lacking = processes;
  }

  /// Stops to answer.
  void lose() {
    lost = true;
  }

  @Override
  public MetricRenames change(UnaryOperator<MetricRenames> change) {
    if (lost) {
      throw new ClusterException("cannot read renames at /goku/renames");
    }
    MetricRenames after = change.apply(live.current().renames());
    live.replace(live.current().withRenames(after));
    return after;
  }

  @Override
  public SortedSet<String> awaitApplied(long edition, Duration timeout) {
    return lacking.apply(edition);
  }
}
