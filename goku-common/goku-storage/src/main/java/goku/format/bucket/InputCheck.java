package goku.format.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The checks of the arguments of a `BucketFileWriter`. An `IllegalArgumentException` names the
/// invalid parameter.
final class InputCheck {
  private final BucketInfo info;
  private final int metrics;
  private final int terms;

  InputCheck(BucketInfo info, List<byte[]> metrics, List<byte[]> pairs) {
    this.info = info;
    this.metrics = metrics.size();
    terms = Math.addExact(this.metrics, pairs.size());
    ascending("metrics", metrics);
    ascending("pairs", pairs);
  }

  int metrics() {
    return metrics;
  }

  int terms() {
    return terms;
  }

  /// Checks that a name is a metric and pairs.
  void terms(int[] numbers, int count) {
    if (count == 0) {
      throw new IllegalArgumentException("termCount is 0, wanted at least a metric");
    }
    for (int i = 0; i < count; i++) {
      int from = i == 0 ? 0 : metrics;
      int to = i == 0 ? metrics : terms;
      if (numbers[i] < from || numbers[i] >= to) {
        throw new IllegalArgumentException(
            "terms[%d] is %d, wanted %s: %d to %d"
                .formatted(i, numbers[i], i == 0 ? "a metric" : "a pair", from, to - 1));
      }
    }
  }

  /// Checks that timestamps ascend inside the window.
  void timestamps(long[] timestamps, int count) {
    if (count == 0) {
      throw new IllegalArgumentException("points is empty, wanted at least one");
    }
    for (int i = 1; i < count; i++) {
      if (timestamps[i] <= timestamps[i - 1]) {
        throw new IllegalArgumentException(
            "points has the timestamp %d after %d, wanted ascending ones"
                .formatted(timestamps[i], timestamps[i - 1]));
      }
    }
    inWindow(timestamps[0]);
    inWindow(timestamps[count - 1]);
  }

  private void inWindow(long timestamp) {
    if (timestamp < info.startMillis() || timestamp >= info.endMillis()) {
      throw new IllegalArgumentException(
          "points has the timestamp %d, wanted %d to %d"
              .formatted(timestamp, info.startMillis(), info.endMillis() - 1));
    }
  }

  private static void ascending(String field, List<byte[]> names) {
    byte @Nullable [] before = null;
    for (byte[] name : names) {
      if (before != null && Arrays.compareUnsigned(before, name) >= 0) {
        throw new IllegalArgumentException(
            "%s has '%s' after '%s', wanted ascending ones"
                .formatted(field, new String(name, UTF_8), new String(before, UTF_8)));
      }
      before = name;
    }
  }
}
