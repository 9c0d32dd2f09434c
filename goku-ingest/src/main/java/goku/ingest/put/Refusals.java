package goku.ingest.put;

import goku.ingest.parse.Rejection;
import goku.ingest.rejected.RejectedPoint;
import java.util.Map;

/// The refused datapoints of one put. If puts with these are accepted, the datapoints go to the
/// rejected topic, so that nothing is acknowledged that is kept nowhere.
record Refusals(PutSettings settings, Delivery delivery, String client) {
  boolean areAccepted() {
    return settings.refused() == RefusedPuts.ACCEPT;
  }

  void refuse(Rejection rejection, byte[] source, int offset, int length) {
    if (areAccepted() && rejection.reason().isKept()) {
      var point = RejectedPoint.of(rejection, source, offset, length, Map.of("client", client));
      delivery.refuse(point.toRecord(settings.rejectedTopic()));
    }
  }
}
