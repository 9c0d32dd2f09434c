package goku.benchmark.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.benchmark.index.NameGenerator;
import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Bucket files of many series with a datapoint each minute. All series of a pod have the same
/// timestamps. Values are counters, gauges with one decimal, and constants.
final class BucketInput {
  static final long WINDOW_MILLIS = Tier.MEMORY_BUCKET.toMillis();
  private static final int SERIES_A_POD = 500;
  private static final long MINUTE_MILLIS = 60_000;

  private final int count;
  private final long[] hashes;
  private final int[][] terms;
  private final Integer[] order;
  private final List<byte[]> metrics = new ArrayList<>();
  private final List<byte[]> pairs = new ArrayList<>();

  BucketInput(NameGenerator names, int count) {
    this.count = count;
    hashes = new long[count];
    terms = new int[count][];
    order = new Integer[count];
    Map<String, Integer> metricIds = new HashMap<>();
    Map<String, Integer> pairIds = new HashMap<>();
    for (int n = 0; n < count; n++) {
      byte[] name = names.name(n);
      hashes[n] = SeriesName.ofCanonical(name).hash();
      String[] words = new String(name, UTF_8).split(" ", -1);
      terms[n] = new int[words.length];
      terms[n][0] = metricIds.computeIfAbsent(words[0], _ -> metricIds.size());
      for (int i = 1; i < words.length; i++) {
        terms[n][i] = pairIds.computeIfAbsent(words[i], _ -> pairIds.size());
      }
      order[n] = n;
    }
    int[] metricNumbers = number(metricIds, metrics, 0);
    int[] pairNumbers = number(pairIds, pairs, metrics.size());
    for (int[] name : terms) {
      name[0] = metricNumbers[name[0]];
      for (int i = 1; i < name.length; i++) {
        name[i] = pairNumbers[name[i]];
      }
    }
    Arrays.sort(order, (a, b) -> Arrays.compare(terms[a], terms[b]));
  }

  int terms() {
    return metrics.size() + pairs.size();
  }

  void write(Path file, int window) throws IOException {
    long start = window * WINDOW_MILLIS;
    var info = new BucketInfo("benchmark", 0, start, WINDOW_MILLIS, 1);
    var points = new PointBuffer();
    try (var writer = new BucketFileWriter(file, info, metrics, pairs)) {
      for (int n : order) {
        points.clear();
        fill(n, start, points);
        writer.add(hashes[n], terms[n], terms[n].length, points);
      }
      writer.finish();
    }
    System.out.printf("wrote %s, %,d series, %,d terms%n", file, count, terms());
  }

  private static void fill(int n, long start, PointBuffer points) {
    var random = new Random(n * 31L + start);
    long offset = n / SERIES_A_POD * 7919L % MINUTE_MILLIS;
    double value = random.nextInt(1000);
    for (long time = start + offset; time < start + WINDOW_MILLIS; time += MINUTE_MILLIS) {
      switch (n % 4) {
        case 0 -> value += random.nextInt(1000);
        case 1, 2 -> value = Math.rint((value + random.nextInt(21) - 10) * 10) / 10;
        default -> {}
      }
      points.add(time, value);
    }
  }

  private static int[] number(Map<String, Integer> ids, List<byte[]> sorted, int first) {
    List<Map.Entry<byte[], Integer>> entries = new ArrayList<>();
    ids.forEach((text, id) -> entries.add(Map.entry(text.getBytes(UTF_8), id)));
    entries.sort((a, b) -> Arrays.compareUnsigned(a.getKey(), b.getKey()));
    int[] numbers = new int[entries.size()];
    for (var entry : entries) {
      numbers[entry.getValue()] = first + sorted.size();
      sorted.add(entry.getKey());
    }
    return numbers;
  }
}
