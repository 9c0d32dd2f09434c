package goku.ingest.put;

import goku.budget.Account;
import goku.budget.Kind;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.JsonReader;
import goku.ingest.parse.PointHandler;
import goku.ingest.parse.Rejection;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.BatchSink;
import goku.ingest.routing.Intake;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A buffer for the datapoints of one put request, until its whole body has been parsed as JSON.
/// Requests reuse the buffer, because it caches tags and keeps its arrays. Owned by one thread at a
/// time.
final class PutBuffer {
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Batch(String topic, int partition, byte[] bytes, int datapoints) {}

  private final JsonReader reader;
  private final boolean strict;
  private final List<Batch> full = new ArrayList<>();
  private final BatchAccumulator batches;
  private final Intake intake;

  PutBuffer(PutSettings settings, PutKind kind) {
    reader = kind.reader(settings);
    strict = settings.rules().strict();
    batches =
        settings.batches(
            (topic, partition, bytes, datapoints) -> {
              hold(bytes);
              full.add(new Batch(topic, partition, bytes, datapoints));
            });
    intake = settings.intake(batches);
  }

  /// Clears the buffer for the next request and its sender.
  void begin() {
    batches.discard();
    full.clear();
    intake.begin();
  }

  /// Reads a body and hands its datapoints to the handler. Returns null, or the reason for which
  /// the rest of the body was rejected. OpenTSDB reads only the first value of a body.
  ///
  /// @param first the index at which the JSON begins
  @Nullable Rejection read(byte[] body, int first, PointHandler handler) {
    int length = body.length - first;
    return strict
        ? reader.readFirst(body, first, length, handler)
        : reader.readAll(body, first, length, handler);
  }

  /// Accepts the datapoint and returns null, or returns the reason for the rejection.
  @Nullable Rejection take(Datapoint point) {
    return intake.take(point);
  }

  /// Charges the gathered batches to the request, which holds them until it ends.
  private static void hold(byte[] bytes) {
    Account account = Account.current();
    if (account != null) {
      account.hold(Kind.TREES, account.bytesOfArray(bytes.length));
    }
  }

  /// Sends all gathered datapoints.
  void send(BatchSink sink) {
    batches.drain();
    for (Batch batch : full) {
      sink.send(batch.topic, batch.partition, batch.bytes, batch.datapoints);
    }
    full.clear();
  }
}
