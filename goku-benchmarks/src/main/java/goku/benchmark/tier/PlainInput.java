package goku.benchmark.tier;

import goku.benchmark.codec.DataSet;
import goku.benchmark.codec.PlainData;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.sst.TierBucketWriter;
import goku.model.PointBuffer;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// One metric whose series have one tag and values of one kind, a reading a minute: the datapoints
/// that `PutLines` prints.
final class PlainInput extends TierInput {
  private final DataSet set;

  PlainInput(int set, int series, int readings) {
    this.set = PlainData.generate(series, readings).get(set);
  }

  @Override
  void write(TierBucketWriter writer) throws IOException {
    List<DataSet.Series> series = set.series();
    Integer[] inOrder =
        IntStream.range(0, series.size())
            .boxed()
            .sorted(Comparator.comparing(PlainInput::tag))
            .toArray(Integer[]::new);
    addTerms(
        writer,
        List.of(PlainData.metric(set)),
        Arrays.stream(inOrder).map(PlainInput::tag).toList());
    long[] timestamps = everyMinute(series.getFirst().values.length);
    var rollups = new RollupBuffer();
    var random = new SplittableRandom(1);
    for (int i = 0; i < inOrder.length; i++) {
      var points = PointBuffer.of(timestamps, series.get(inOrder[i]).values);
      roll(points, rollups);
      writer.add(random.nextLong(), new int[] {0, 1 + i}, 2, points, rollups);
    }
  }

  private static String tag(int series) {
    return "series=s" + series;
  }
}
