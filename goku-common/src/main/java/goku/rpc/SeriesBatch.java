package goku.rpc;

import goku.query.PointBuffer;
import goku.query.SeriesPartial;
import goku.query.SeriesPipeline;
import goku.query.SeriesSelection;
import goku.query.SeriesStages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Some neighbouring series of a selection: the work of one task.
record SeriesBatch(
    SeriesSelection selection, TagCache tags, int from, int to, SeriesStages stages) {
  /// Series without a datapoint in the window are left out.
  List<SeriesPartial> read(BooleanSupplier stopped) {
    List<SeriesPartial> result = new ArrayList<>(to - from);
    var points = new PointBuffer();
    var pipeline = new SeriesPipeline(stages);
    for (int position = from; position < to && !stopped.getAsBoolean(); position++) {
      selection.read(position, points);
      if (points.size() > 0) {
        result.add(pipeline.apply(tags.tagsOf(position), points));
      }
    }
    return result;
  }
}
