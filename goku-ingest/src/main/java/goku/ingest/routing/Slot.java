package goku.ingest.routing;

import goku.format.batch.BatchReader;
import goku.format.batch.BatchWriter;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import goku.format.batch.SourceReader;
import goku.ingest.parse.Datapoint;
import goku.model.Namespace;
import goku.model.SeriesName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The batch of one shard that is being gathered. Owned by one thread.
final class Slot {
  final Namespace namespace;
  final int shard;
  private final BatchWriter writer;

  /// The inputs of the batch by their numbers in it.
  private final List<InputSession> inputs = new ArrayList<>();

  /// The ends of what was sent to the shard in each session.
  private final Map<InputSession, InputPosition> sent = new HashMap<>();

  private @Nullable InputSession last;
  private int lastInput;

  Slot(Namespace namespace, int shard, BatchWriter writer) {
    this.namespace = namespace;
    this.shard = shard;
    this.writer = writer;
  }

  int count() {
    return writer.count();
  }

  /// Returns whether the datapoint may exceed the size.
  boolean mayExceed(int maxBytes, Datapoint point) {
    byte[] histogram = point.histogram();
    int more =
        histogram == null
            ? BatchWriter.maxBytes(point.nameLength())
            : BatchWriter.maxBytes(point.nameLength(), histogram);
    return writer.size() + more > maxBytes;
  }

  /// Begins the next batch.
  void begin() {
    writer.clear();
    inputs.clear();
    last = null;
  }

  void add(Datapoint point) {
    byte[] histogram = point.histogram();
    if (histogram != null) {
      writer.addHistogram(
          point.hash(),
          point.metric(),
          point.metricLength(),
          point.tags(),
          point.timestampMillis(),
          histogram);
      return;
    }
    writer.add(
        point.hash(),
        point.metric(),
        point.metricLength(),
        point.tags(),
        point.timestampMillis(),
        point.word(),
        point.type());
  }

  /// Adds a datapoint of an input.
  void add(Datapoint point, InputSession session, long offset, int number) {
    if (!writer.statesInputs()) {
      add(point);
      return;
    }
    if (session != last) {
      lastInput = input(session);
      last = session;
    }
    writer.source(lastInput, offset, number);
    add(point);
  }

  /// Returns the finished batch, and empties the slot.
  byte[] take() {
    byte[] batch = writer.toBytes();
    List<InputRange> ranges = writer.inputs();
    for (int i = 0; i < ranges.size(); i++) {
      sent.put(inputs.get(i), ranges.get(i).to());
    }
    begin();
    return batch;
  }

  /// Drops the datapoints of a session that has ended.
  void drop(InputSession session) {
    sent.remove(session);
    int input = inputs.indexOf(session);
    if (input >= 0) {
      rewriteWithout(input);
    }
  }

  private void rewriteWithout(int dropped) {
    byte[] all = writer.toBytes();
    List<InputSession> sessions = List.copyOf(inputs);
    begin();
    var reader = new BatchReader();
    reader.open(all);
    SourceReader sources = reader.sources();
    while (reader.nextSeries()) {
      SeriesName name = SeriesName.ofCanonical(reader.name());
      while (reader.nextPoint()) {
        sources.next();
        if (sources.input() != dropped) {
          int input = input(sessions.get(sources.input()));
          writer.source(input, sources.offset(), sources.number());
          writer.add(name, reader.timestamp(), reader.value(), reader.type());
        }
      }
    }
  }

  /// Returns the number of a session's input in the batch.
  private int input(InputSession session) {
    int known = inputs.indexOf(session);
    if (known >= 0) {
      return known;
    }
    inputs.add(session);
    InputPosition from = sent.getOrDefault(session, session.start);
    return writer.input(session.input, from);
  }
}
