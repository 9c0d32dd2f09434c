package goku.root.fanout;

import goku.http.HttpError;
import goku.root.planning.RollupCheck;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// The metrics of written rollups that exist, as shards answered within the last seconds. Most
/// metrics have none, and to ask the shards for them with each query would cost half as much again.
/// An answer that may lack names is not kept. Thread-safe.
final class WrittenMetrics implements RollupCheck {
  /// The time for which an answer counts, so the longest until the first written rollup of a metric
  /// is found.
  static final Duration FRESH = Duration.ofSeconds(10);

  /// The limit of kept answers. Clients choose the names, so all are dropped beyond it.
  static final int MOST = 4096;

  /// The limit of a kept name's length.
  static final int MOST_CHARS = 256;

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Search search;
  private final LongSupplier nanoTime;

  /// The search in all shards.
  @FunctionalInterface
  interface Search {
    /// Returns the metric if no series has it, and whether that is certain.
    UnknownNames unknown(String metric) throws InterruptedException;
  }

  WrittenMetrics(Search search, LongSupplier nanoTime) {
    this.search = search;
    this.nanoTime = nanoTime;
  }

  private record Answer(boolean exists, long nanos) {}

  /// A search that fails says nothing: the query itself reports what it lacks.
  @Override
  public boolean mayHave(String marked) throws InterruptedException {
    long now = nanoTime.getAsLong();
    Answer last = answers.get(marked);
    if (last != null && now - last.nanos < FRESH.toNanos()) {
      return last.exists;
    }
    UnknownNames unknown;
    try {
      unknown = search.unknown(marked);
    } catch (HttpError unavailable) {
      return true;
    }
    boolean exists = unknown.names().isEmpty();
    if (!exists && !unknown.certain()) {
      return true;
    }
    keep(marked, new Answer(exists, now));
    return exists;
  }

  private void keep(String marked, Answer answer) {
    if (marked.length() > MOST_CHARS) {
      return;
    }
    if (answers.size() >= MOST) {
      answers.clear();
    }
    answers.put(marked, answer);
  }
}
