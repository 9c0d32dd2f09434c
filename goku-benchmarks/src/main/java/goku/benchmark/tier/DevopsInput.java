package goku.benchmark.tier;

import goku.benchmark.codec.DataSet;
import goku.benchmark.codec.DevopsData;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.sst.TierBucketWriter;
import goku.model.PointBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// The 101 fields of hosts with ten tags. Values are those of ten hosts.
final class DevopsInput extends TierInput {
  private static final int DISTINCT_HOSTS = 10;
  private static final int FIELDS = 101;

  /// The keys in the order of their bytes, with their numbers of values. All hosts differ.
  private static final String[] KEYS = {
    "arch", "datacenter", "hostname", "os", "rack", "region", "service", "team", "version", "zone"
  };

  private static final int[] VALUES = {2, 20, 0, 3, 100, 9, 20, 4, 2, 27};

  private final int hosts;
  private final int readings;
  private final DataSet values;

  DevopsInput(int hosts, int readings) {
    this.hosts = hosts;
    this.readings = readings;
    values = DevopsData.generate(DISTINCT_HOSTS, readings);
  }

  @Override
  void write(TierBucketWriter writer) throws IOException {
    List<String> metrics = new ArrayList<>();
    for (int field = 0; field < FIELDS; field++) {
      metrics.add("metric.field_%03d".formatted(field));
    }
    List<String> pairs = new ArrayList<>();
    int[] first = new int[KEYS.length];
    for (int key = 0; key < KEYS.length; key++) {
      first[key] = FIELDS + pairs.size();
      for (int value = 0; value < values(key); value++) {
        pairs.add("%s=value_%06d".formatted(KEYS[key], value));
      }
    }
    addTerms(writer, metrics, pairs);
    List<int[]> names = names(first);
    long[] timestamps = everyMinute(readings);
    var rollups = new RollupBuffer();
    var random = new SplittableRandom(1);
    for (int field = 0; field < FIELDS; field++) {
      for (int host = 0; host < hosts; host++) {
        int[] terms = names.get(host);
        terms[0] = field;
        int like = host % DISTINCT_HOSTS * FIELDS + field;
        var points = PointBuffer.of(timestamps, values.series().get(like).values);
        roll(points, rollups);
        writer.add(random.nextLong(), terms, terms.length, points, rollups);
      }
    }
  }

  private List<int[]> names(int[] first) {
    var random = new SplittableRandom(2);
    List<int[]> names = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      int[] terms = new int[1 + KEYS.length];
      for (int key = 0; key < KEYS.length; key++) {
        terms[1 + key] = first[key] + (VALUES[key] == 0 ? host : random.nextInt(VALUES[key]));
      }
      names.add(terms);
    }
    names.sort(Arrays::compare);
    return names;
  }

  private int values(int key) {
    return VALUES[key] == 0 ? hosts : VALUES[key];
  }
}
