package goku.ingest.routing;

import goku.format.batch.BatchWriter;
import goku.format.batch.InputPartition;
import goku.ingest.parse.Datapoint;
import goku.model.FormatLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A buffer of datapoints that forms one batch per shard (section 4.6.1 of the paper). A full batch
/// is sent at once. `drain` sends all others. Owned by one thread.
///
/// Batches of datapoints from Kafka state the positions of the datapoints in their inputs. The
/// range of each input begins where the last batch to the same shard ended. If Kafka refuses a
/// batch and takes later ones, the shard thus knows what it lacks.
public final class BatchAccumulator {
  private final BatchLimits limits;
  private final BatchSink sink;
  private final FormatLevel formats;
  private @Nullable Slot[] slots = new Slot[0];
  private final List<Slot> open = new ArrayList<>();
  private final Map<InputPartition, InputSession> sessions = new HashMap<>();

  // the position of the datapoint that is read
  private @Nullable InputSession session;
  private long offset;
  private int number;

  /// @param formats the format level in force
  public BatchAccumulator(BatchLimits limits, BatchSink sink, FormatLevel formats) {
    this.limits = limits;
    this.sink = sink;
    this.formats = formats;
  }

  /// Routes later datapoints by this router. Datapoints already gathered go where the previous
  /// router sent them.
  void reroute(Router router) {
    drain();
    slots = new Slot[router.shards()];
    sessions.clear(); // the new slots do not know what was sent
    session = null;
  }

  /// Begins a record of an input. The records of an input ascend until `forget`.
  public void beginRecord(InputPartition input, long offset) {
    InputSession current = session;
    if (current == null || !current.input.equals(input)) {
      session = sessions.computeIfAbsent(input, of -> new InputSession(of, offset));
    }
    this.offset = offset;
    number = -1;
  }

  /// Begins the next datapoint of the record, which may be refused later. The number of a datapoint
  /// must not depend on what is refused.
  public void beginDatapoint() {
    number++;
  }

  /// Ends the reading of a partition, under all leader epochs. Drops its datapoints that were not
  /// sent: another ingestor reads them, or this one reads them again.
  public void forget(InputPartition input) {
    for (InputSession ended : List.copyOf(sessions.values())) {
      if (ended.isOf(input.topic(), input.partition())) {
        sessions.remove(ended.input);
        drop(ended);
      }
    }
  }

  private void drop(InputSession ended) {
    if (session == ended) {
      session = null;
    }
    for (Slot slot : slots) {
      if (slot != null) {
        slot.drop(ended);
      }
    }
    open.removeIf(slot -> slot.count() == 0);
  }

  void append(NamespaceRoute route, Datapoint point) {
    Slot slot = slot(route, point);
    if (slot.mayExceed(limits.maxBytes(), point)) {
      send(slot);
    }
    if (slot.count() == 0) {
      slot.begin();
      open.add(slot);
    }
    if (session == null) {
      slot.add(point);
    } else {
      slot.add(point, session, offset, number);
    }
    if (slot.count() == limits.maxDatapoints()) {
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
      slot.begin();
    }
    open.clear();
  }

  private Slot slot(NamespaceRoute route, Datapoint point) {
    int shard = route.namespace().sharding().shardOf(point.metricHash(), point.hash());
    Slot slot = slots[route.firstSlot() + shard];
    if (slot == null) {
      slot = new Slot(route.namespace(), shard, new BatchWriter(formats));
      slots[route.firstSlot() + shard] = slot;
    }
    return slot;
  }

  /// Empties the slot before sending, so that a failed send never sends a batch twice.
  private void send(Slot slot) {
    int datapoints = slot.count();
    if (datapoints > 0) {
      sink.send(slot.namespace.kafkaTopic(), slot.shard, slot.take(), datapoints);
    }
  }
}
