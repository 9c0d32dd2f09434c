package goku.integration.cluster;

import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.fixture.BucketFiles;
import goku.integration.load.KnownSeries;
import goku.integration.load.Written;
import goku.integration.reference.StoredSeries;
import goku.model.Namespace;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A day of finalized windows, some days ago, as the shards of GokuS would have left them in S3.
/// The cluster's own compactors make tiers of them, and GokuL serves them.
record History(KnownSeries series) {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration STEP = Duration.ofMinutes(10);
  private static final int DAYS_AGO = 4;
  private static final int HOSTS = 30;
  private static final int BUCKET_STEPS = 6;
  private static final int STEPS = (int) DAY.dividedBy(STEP);

  static History some() {
    long day = Instant.now().toEpochMilli() / DAY.toMillis() - DAYS_AGO;
    return new History(
        new KnownSeries(
            "chaos.history", HOSTS, day * DAY.toMillis(), STEP.toMillis(), BUCKET_STEPS));
  }

  Written written() {
    return Written.before(series, STEPS);
  }

  long endMillis() {
    return series.time(STEPS);
  }

  /// All windows of the day of all shards.
  void putInto(ClusterProcesses cluster) {
    Namespace namespace = cluster.namespace();
    var files = new BucketFiles(namespace);
    int stepsOfWindow = (int) Tier.MEMORY_BUCKET.dividedBy(STEP);
    Path file = cluster.layout().data("window.goku");
    try (ObjectStore store = cluster.objectStore()) {
      for (int step = 0; step < STEPS; step += stepsOfWindow) {
        List<StoredSeries> window = stored(step, step + stepsOfWindow);
        for (int shard = 0; shard < namespace.sharding().shards(); shard++) {
          files.write(file, shard, series.time(step), 1, window);
          var key = new BucketKey(shard, 0, series.time(step), 1);
          store.put(namespace.s3Bucket(), TierKeys.finalized(key), file);
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<StoredSeries> stored(int fromStep, int toStep) {
    List<StoredSeries> all = new ArrayList<>();
    for (int host = 0; host < series.hosts(); host++) {
      var points = new TreeMap<Long, Double>();
      for (int step = fromStep; step < toStep; step++) {
        points.put(series.time(step), series.value(host, step));
      }
      all.add(new StoredSeries(series.metric(), series.tags(host), points));
    }
    return all;
  }
}
