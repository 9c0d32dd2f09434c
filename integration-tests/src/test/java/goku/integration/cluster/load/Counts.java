package goku.integration.cluster.load;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/// Verdicts of a while, counted. Guarded by its owner.
final class Counts {
  static final int SLOW_MILLIS = 1000;

  private final Map<Verdict.Kind, Integer> byKind = new EnumMap<>(Verdict.Kind.class);
  private long[] millis = new long[1024];
  private int size;
  private int slow;
  private int slowByFaultedRoot;

  void add(Verdict.Kind kind, Roots.Reply reply) {
    byKind.merge(kind, 1, Integer::sum);
    if (size == millis.length) {
      millis = Arrays.copyOf(millis, 2 * size);
    }
    millis[size++] = reply.millis();
    if (reply.millis() > SLOW_MILLIS) {
      slow++;
      slowByFaultedRoot += reply.attempts() > 1 ? 1 : 0;
    }
  }

  int of(Verdict.Kind kind) {
    return byKind.getOrDefault(kind, 0);
  }

  @Override
  public String toString() {
    return ("%d queries: %d right, %d marked, %d failed (%s), %d wrong, %d slow (%s, %d of them"
            + " waited for a faulted root); p50 %d ms, p99 %d ms, slowest %d ms")
        .formatted(
            size,
            of(Verdict.Kind.RIGHT),
            of(Verdict.Kind.MARKED),
            of(Verdict.Kind.FAILED),
            share(of(Verdict.Kind.FAILED)),
            of(Verdict.Kind.WRONG),
            slow,
            share(slow),
            slowByFaultedRoot,
            quantile(0.5),
            quantile(0.99),
            quantile(1));
  }

  private String share(int part) {
    return size == 0 ? "0 %" : "%.3f %%".formatted(100.0 * part / size);
  }

  private long quantile(double part) {
    if (size == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(millis, size);
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(part * (size - 1))];
  }
}
