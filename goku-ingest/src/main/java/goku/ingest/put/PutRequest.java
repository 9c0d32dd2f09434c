package goku.ingest.put;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.PointHandler;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.ingest.routing.IngestMetrics;
import org.jspecify.annotations.Nullable;

/// One put request: gathers its batches and its errors, then sends, then answers. Nothing is sent
/// before the whole body is parsed, because an unreadable datapoint rejects a strict body.
final class PutRequest implements PointHandler {
  /// Null unless the client asked for details.
  private final @Nullable PutErrors errors;

  private final boolean strict;
  private final IngestMetrics metrics;
  private final PutBuffer buffer;
  private final Refusals refusals;

  /// The reason for which the whole body is rejected.
  private @Nullable Rejection unreadable;

  /// The reason for which the rest of the body is rejected.
  private @Nullable Rejection broken;

  private long accepted;
  private long failed;

  /// The weight of the histograms beyond one for each.
  private long extraWeight;

  /// The failed datapoints of new series over a limit, and the rejection of the first.
  private long overLimit;

  private @Nullable Rejection firstOverLimit;

  /// @param buffer borrowed until `send`
  PutRequest(
      PutBuffer buffer, Refusals refusals, boolean strict, boolean details, IngestMetrics metrics) {
    this.buffer = buffer;
    this.refusals = refusals;
    this.strict = strict;
    this.errors = details ? new PutErrors() : null;
    this.metrics = metrics;
  }

  @Override
  public @Nullable Rejection accept(Datapoint point) {
    extraWeight += point.weight() - 1;
    Rejection rejection = buffer.take(point);
    if (rejection == null) {
      accepted++;
    }
    return rejection;
  }

  @Override
  public void rejected(Rejection rejection, byte[] source, int offset, int length) {
    metrics.rejected(rejection.reason());
    failed++;
    if (rejection.reason() == Reason.SERIES_LIMIT) {
      overLimit++;
      firstOverLimit = firstOverLimit == null ? rejection : firstOverLimit;
    }
    refusals.refuse(rejection, source, offset, length);
    if (strict && unreadable == null && rejection.reason().isUnreadable()) {
      unreadable = rejection;
    }
    if (errors != null && unreadable == null) { // otherwise the answer lists none
      errors.add(rejection, source, offset, length);
    }
  }

  /// Reads the body.
  ///
  /// @param first the index at which the JSON begins
  void read(byte[] body, int first) {
    broken = buffer.read(body, first, this);
  }

  /// Returns the number of datapoints that the request counts as in limits of rates, valid or not.
  long weight() {
    return accepted + failed + extraWeight;
  }

  /// Sends the gathered datapoints, unless the whole body is rejected.
  void send(Delivery delivery) {
    if (unreadable == null) {
      buffer.send(delivery);
    }
  }

  /// Waits for the acknowledgements. Fails if the body was empty or Kafka lost datapoints.
  void await(Delivery delivery) {
    if (unreadable != null) {
      throw new HttpError(400, "Unable to parse the given JSON", unreadable.message());
    }
    if (accepted + failed == 0) {
      throw new HttpError(400, "No datapoints found in content");
    }
    Delivery.Outcome outcome = delivery.await();
    metrics.accepted(accepted);
    if (outcome.lost() > 0) {
      throw new HttpError(
          503,
          "%d of %d datapoints may not be stored: send all of them again"
              .formatted(outcome.lost(), accepted),
          outcome.cause());
    }
  }

  HttpResponse answer(boolean summary, boolean timeouts) {
    if (!summary && errors == null) {
      if (isSuccess()) {
        return HttpResponse.noContent();
      }
      throw broken == null ? errors(firstOverLimit) : unparsed(broken);
    }
    var body = new StringBuilder("{\"success\":").append(accepted);
    body.append(",\"failed\":").append(failed);
    if (timeouts) {
      body.append(",\"timeouts\":0"); // those end in a 503
    }
    if (errors != null) {
      errors.appendTo(body);
    }
    if (firstOverLimit != null) {
      body.append(",\"limit\":").append(SentText.quoted(firstOverLimit.message()));
    }
    return HttpResponse.json(isSuccess() ? 200 : status(), body.append('}').toString());
  }

  private boolean isSuccess() {
    return failed == 0 || refusals.areAccepted();
  }

  /// Returns 429 if limits of series are the only reason: a client that repeats such a put later
  /// may succeed.
  private int status() {
    return overLimit == failed ? 429 : 400;
  }

  private HttpError errors(@Nullable Rejection limit) {
    return limit == null
        ? new HttpError(
            400,
            "One or more data points had errors",
            "Please append \"details\" to the put request")
        : new HttpError(
            status(),
            "%s; refused datapoints: %d of %d, all others are stored"
                .formatted(limit.message(), failed, accepted + failed),
            "Please append \"details\" to the put request");
  }

  private HttpError unparsed(Rejection rest) {
    return new HttpError(
        400,
        "Unable to parse the given JSON",
        "%s; datapoints stored before that: %d".formatted(rest.message(), accepted));
  }
}
