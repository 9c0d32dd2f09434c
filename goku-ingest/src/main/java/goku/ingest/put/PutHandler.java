package goku.ingest.put;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.access.Caller;
import goku.ingest.parse.Reason;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.routing.NoTopicException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.kafka.clients.producer.Producer;

/// The handler of `POST /api/put`, `/api/rollup` or `/api/histogram`, whose answers are the same.
/// The parameters `details`, `summary`, `sync` and `sync_timeout` count if they are present, with
/// any value. Every put is as synchronous as OpenTSDB's with `sync`.
///
/// Answers 204 if every datapoint was stored, 200 if `summary` or `details` ask for a body, 400 if
/// some datapoints or the rest of the body were invalid (the others are stored, see `RefusedPuts`),
/// 400 without storing anything if a strict body is not JSON, 429 if the caller exceeds the quota
/// of the auth file or if the only datapoints that were not stored are of new series over a limit,
/// and 503 if Kafka did not acknowledge everything and the client has to send it again.
/// Thread-safe.
public final class PutHandler implements HttpHandler {
  /// The number of idle buffers that are kept. No more can parse at the same time, and each caches
  /// some megabytes of tags.
  private static final int MOST_IDLE = Runtime.getRuntime().availableProcessors();

  private final PutSettings settings;
  private final PutKind kind;
  private final BlockingQueue<PutBuffer> idle = new ArrayBlockingQueue<>(MOST_IDLE);
  private final Producer<byte[], byte[]> producer;
  private final IngestMetrics metrics;

  /// @param kind decides the path and the form of bodies
  public PutHandler(
      PutSettings settings,
      PutKind kind,
      Producer<byte[], byte[]> producer,
      IngestMetrics metrics) {
    this.settings = settings;
    this.kind = kind;
    this.producer = producer;
    this.metrics = metrics;
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    if (!request.method().equals("POST")) {
      throw new HttpError(
          405,
          "Method not allowed",
          "%s takes POST, not %s".formatted(kind.path(), request.method()));
    }
    kind.refusal(settings.formats())
        .ifPresent(
            why -> {
              throw new HttpError(503, why);
            });
    requireQuota(request.caller());
    byte[] body = request.body();
    int first = firstByte(body);
    var delivery =
        new Delivery(producer, metrics, timeout(request), settings.clock(), System::nanoTime);
    PutBuffer buffer = buffer();
    buffer.begin();
    var refusals = new Refusals(settings, kind, delivery, request.remote());
    var put =
        new PutRequest(
            buffer, refusals, settings.rules().strict(), request.has("details"), metrics);
    try {
      put.read(body, first);
    } catch (NoTopicException e) {
      throw new HttpError(
          503, "Nothing was stored: send all datapoints again", String.valueOf(e.getMessage()));
    }
    settings.quotas().charge(request.caller(), put.weight());
    put.send(delivery);
    var _ = idle.offer(buffer);
    put.await(delivery);
    return put.answer(request.has("summary"), request.has("sync_timeout"));
  }

  private PutBuffer buffer() {
    PutBuffer again = idle.poll();
    return again == null ? new PutBuffer(settings, kind) : again;
  }

  /// Checks the quota. A body is accepted or rejected as a whole. A body that exceeds the rest of
  /// the quota lengthens the wait before the next one.
  private void requireQuota(Caller caller) {
    Duration wait = settings.quotas().wait(caller);
    if (wait.isPositive()) {
      metrics.rejected(Reason.OVER_QUOTA);
      throw new HttpError(
          429,
          "%s sent more than %d datapoints a second: nothing was stored, send it again later"
              .formatted(caller.name(), settings.quotas().perSecond(caller)),
          "The limit is datapoints-per-second of the line in the auth file",
          wait);
    }
  }

  /// Returns the index at which the JSON begins.
  private static int firstByte(byte[] body) {
    int first = 0;
    while (first < body.length && body[first] <= ' ' && body[first] >= 0) {
      first++;
    }
    if (first == body.length) {
      throw new HttpError(400, "Missing request content");
    }
    if (body[first] != '{' && body[first] != '[') {
      throw new HttpError(400, "The JSON must start as an object or an array");
    }
    return first;
  }

  /// Returns the shorter of the client's timeout and the configured one.
  private Duration timeout(HttpRequest request) {
    String given = request.parameter("sync_timeout").orElse("");
    if (!given.matches("[0-9]{1,9}") || Integer.parseInt(given) == 0) {
      return settings.timeout();
    }
    var wanted = Duration.ofMillis(Integer.parseInt(given));
    return wanted.compareTo(settings.timeout()) < 0 ? wanted : settings.timeout();
  }
}
