package goku.root.planning;

import goku.query.Downsample;
import goku.query.Interval;
import goku.query.Seam;
import goku.query.SeriesStages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The division of a query's stages between the nodes and the root, which joins the parts of each
/// series.
///
/// @param root the stages after the join; null if series arrive whole and fully processed
record Division(SeriesStages nodes, @Nullable SeriesStages root) {
  /// Returns the division that leaves as much as possible to the nodes.
  static Division of(SeriesStages stages, List<Portion> portions) {
    if (portions.size() == 1) {
      return new Division(stages, null);
    }
    Seam seam = seam(stages, portions);
    return seam == null
        ? new Division(stages.none(), stages)
        : new Division(stages.ofParts(seam), stages.ofJoined(seam));
  }

  /// Returns the cut between two adjacent parts, or null if the root must run all steps. It must if
  /// the parts overlap in time, as those of different namespaces do, or if a step's datapoints
  /// depend on those before it.
  private static @Nullable Seam seam(SeriesStages stages, List<Portion> portions) {
    Portion last = portions.getLast();
    boolean follow =
        portions.size() == 2 && portions.getFirst().namespace().equals(last.namespace());
    Downsample downsample = stages.downsample();
    return follow
            && downsample != null
            && downsample.interval() instanceof Interval.Steps steps
            && steps.divisor(stages.window().read()) > 0
        ? Seam.at(last.range().startMillis(), steps)
        : null;
  }
}
