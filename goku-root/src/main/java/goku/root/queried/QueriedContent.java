package goku.root.queried;

import goku.root.compacted.TopicContent;
import org.jspecify.annotations.Nullable;

/// The consumer of the topic's records. Applies each record at once. Only `observedSinceMillis`
/// waits for the end of the pass, because before it some queries may be unknown.
record QueriedContent(QueriedMetrics metrics) implements TopicContent {
  @Override
  public Pass begin() {
    return new Hearing(metrics);
  }

  private static final class Hearing implements Pass {
    private final QueriedMetrics metrics;
    private @Nullable Long since;
    private boolean complete;

    Hearing(QueriedMetrics metrics) {
      this.metrics = metrics;
    }

    @Override
    public void put(byte[] key, byte[] value) {
      String metric = QueriedSerde.deserializeKey(key);
      if (!metric.equals(QueriedSerde.ALL_METRICS)) {
        metrics.heard(metric, QueriedSerde.deserializeQueried(value));
        return;
      }
      since = QueriedSerde.deserializeObservedSince(value);
      if (complete) {
        metrics.heardAll(since);
      }
    }

    @Override
    public void remove(byte[] key) {
      metrics.heardForgotten(QueriedSerde.deserializeKey(key));
    }

    @Override
    public void complete() {
      complete = true;
      metrics.heardAll(since);
    }
  }
}
