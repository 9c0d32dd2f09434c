package goku.benchmark.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.sst.TierBucketWriter;
import goku.format.sst.SstBucket;
import goku.model.PointBuffer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// The input of a bucket.
abstract class TierInput {
  static final long ROLLUP_MILLIS = 900_000;

  private static final long MINUTE_MILLIS = 60_000;

  private static final SstBucket BUCKET = new SstBucket(1, 1_699_963_200_000L, 1);

  SstBucket bucket() {
    return BUCKET;
  }

  /// Adds all terms and series.
  abstract void write(TierBucketWriter writer) throws IOException;

  /// Timestamps from the beginning of the bucket on.
  long[] everyMinute(int readings) {
    long[] timestamps = new long[readings];
    Arrays.setAll(timestamps, i -> bucket().startMillis() + i * MINUTE_MILLIS);
    return timestamps;
  }

  static void addTerms(TierBucketWriter writer, List<String> metrics, List<String> pairs)
      throws IOException {
    for (String metric : metrics) {
      writer.metric(metric.getBytes(UTF_8));
    }
    for (String pair : pairs) {
      writer.pair(pair.getBytes(UTF_8));
    }
  }

  static void roll(PointBuffer points, RollupBuffer into) {
    into.clear();
    for (int i = 0; i < points.size(); ) {
      long interval = Math.floorDiv(points.timestamps()[i], ROLLUP_MILLIS);
      double sum = 0;
      double min = points.values()[i];
      double max = min;
      int from = i;
      for (;
          i < points.size() && Math.floorDiv(points.timestamps()[i], ROLLUP_MILLIS) == interval;
          i++) {
        sum += points.values()[i];
        min = Math.min(min, points.values()[i]);
        max = Math.max(max, points.values()[i]);
      }
      into.add(interval * ROLLUP_MILLIS, sum, i - from, min, max);
    }
  }
}
