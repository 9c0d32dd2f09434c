package goku.ingest.routing;

import goku.format.batch.BatchWriter;
import goku.ingest.parse.Datapoint;
import goku.model.Namespace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A buffer of datapoints that forms one batch per shard (section 4.6.1 of the paper). A full batch
/// is sent at once. `drain` sends all others. Owned by one thread.
public final class BatchAccumulator {
  private record Slot(Namespace namespace, int shard, BatchWriter writer) {}

  private final BatchLimits limits;
  private final BatchSink sink;
  private @Nullable Slot[] slots = new Slot[0];
  private final List<Slot> open = new ArrayList<>();

  public BatchAccumulator(BatchLimits limits, BatchSink sink) {
    this.limits = limits;
    this.sink = sink;
  }

  /// Routes later datapoints by this router. Datapoints already gathered go where the previous
  /// router sent them.
  void reroute(Router router) {
    drain();
    slots = new Slot[router.shards()];
  }

  void append(NamespaceRoute route, Datapoint point) {
    Slot slot = slot(route, point);
    BatchWriter writer = slot.writer;
    if (writer.size() + BatchWriter.maxBytes(point.nameLength()) > limits.maxBytes()) {
      send(slot);
    }
    if (writer.count() == 0) {
      open.add(slot);
    }
    writer.add(
        point.hash(),
        point.metric(),
        point.metricLength(),
        point.tags(),
        point.timestampMillis(),
        point.value());
    if (writer.count() == limits.maxDatapoints()) {
      send(slot);
    }
  }

  /// Sends every batch that holds a datapoint.
  public void drain() {
    for (Slot slot : open) {
      send(slot);
    }
    open.clear();
  }

  /// Returns whether nothing was appended since the last `drain` or `discard`.
  public boolean isDrained() {
    return open.isEmpty();
  }

  /// Drops every datapoint that was not sent.
  public void discard() {
    for (Slot slot : open) {
      slot.writer.clear();
    }
    open.clear();
  }

  private Slot slot(NamespaceRoute route, Datapoint point) {
    int shard = route.namespace().sharding().shardOf(point.metricHash(), point.hash());
    Slot slot = slots[route.firstSlot() + shard];
    if (slot == null) {
      slot = new Slot(route.namespace(), shard, new BatchWriter());
      slots[route.firstSlot() + shard] = slot;
    }
    return slot;
  }

  /// Empties the writer before sending, so that a failed send never sends a batch twice.
  private void send(Slot slot) {
    int datapoints = slot.writer.count();
    if (datapoints > 0) {
      byte[] batch = slot.writer.toBytes();
      slot.writer.clear();
      sink.send(slot.namespace.kafkaTopic(), slot.shard, batch, datapoints);
    }
  }
}
