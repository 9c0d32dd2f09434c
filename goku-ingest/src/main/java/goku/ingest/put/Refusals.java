package goku.ingest.put;

import goku.ingest.parse.Rejection;
import goku.ingest.rejected.RejectedPoint;
import java.util.Map;

/// The refused datapoints of one put. If puts with these are accepted, the datapoints go to the
/// rejected topic, so that nothing is acknowledged that is kept nowhere.
///
/// @param kind decides the header `endpoint`: without it, a rejected rollup would look like a
///   datapoint
record Refusals(PutSettings settings, PutKind kind, Delivery delivery, String client) {
  boolean areAccepted() {
    return settings.refused() == RefusedPuts.ACCEPT;
  }

  void refuse(Rejection rejection, byte[] source, int offset, int length) {
    if (areAccepted() && rejection.reason().isKept()) {
      Map<String, String> origin =
          kind == PutKind.DATAPOINTS
              ? Map.of("client", client)
              : Map.of("client", client, "endpoint", kind.path());
      var point = RejectedPoint.of(rejection, source, offset, length, origin);
      delivery.refuse(point.toRecord(settings.rejectedTopic()));
    }
  }
}
