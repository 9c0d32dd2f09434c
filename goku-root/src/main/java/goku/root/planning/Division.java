package goku.root.planning;

import goku.query.Downsample;
import goku.query.Interval;
import goku.query.Seam;
import goku.query.SeriesStages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which stages of a query are run by the nodes, and which by the root when it has joined the parts
/// of each series.
///
/// @param root null when series come whole, and after all stages
record Division(SeriesStages nodes, @Nullable SeriesStages root) {
  /// The most that can be left to the nodes.
  static Division of(SeriesStages stages, List<Portion> portions) {
    if (portions.size() == 1) {
      return new Division(stages, null);
    }
    Seam seam = seam(stages, portions);
    return seam == null
        ? new Division(stages.none(), stages)
        : new Division(stages.ofParts(seam), stages.ofJoined(seam));
  }

  /// Where two parts that follow each other are cut; null when all steps must be made by the root:
  /// because the times of the parts overlap, as those of namespaces do, or which datapoints a step
  /// has depends on those before.
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
