package goku.benchmark.tier;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.sst.TierBucketWriter;
import goku.model.PointBuffer;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/// One metric whose series have eleven tags, one of them different for each, and 24 datapoints at
/// seconds of their own: what takes the most memory.
final class WideInput extends TierInput {
  private static final int TAGS = 11;
  private static final int POINTS = 24;
  private static final long STEP_MILLIS = 900_000;

  private final int series;

  WideInput(int series) {
    this.series = series;
  }

  @Override
  void write(TierBucketWriter writer) throws IOException {
    addTerms(writer, List.of("wide.metric"), List.of());
    int[] first = new int[TAGS];
    int next = 1;
    for (int tag = 0; tag < TAGS; tag++) {
      first[tag] = next;
      for (int value = 0; value < values(tag); value++) {
        addTerms(writer, List.of(), List.of("tag%02d=value_%07d".formatted(tag, value)));
        next++;
      }
    }
    var random = new SplittableRandom(1);
    var points = new PointBuffer();
    var rollups = new RollupBuffer();
    int[] terms = new int[1 + TAGS];
    for (int i = 0; i < series; i++) {
      terms[1] = first[0] + i;
      for (int tag = 1; tag < TAGS; tag++) {
        terms[1 + tag] = first[tag] + random.nextInt(values(tag));
      }
      fill(points, random);
      roll(points, rollups);
      writer.add(random.nextLong(), terms, terms.length, points, rollups);
    }
  }

  /// Returns the number of values of a tag: up to a thousand, except for the first two tags.
  private int values(int tag) {
    return tag == 0 ? series : 1 << tag;
  }

  private void fill(PointBuffer points, SplittableRandom random) {
    points.clear();
    long start = bucket().startMillis() + random.nextInt(600_000);
    for (int i = 0; i < POINTS; i++) {
      points.add(start + i * STEP_MILLIS + random.nextInt(100), random.nextInt(1000) / 10.0);
    }
  }
}
