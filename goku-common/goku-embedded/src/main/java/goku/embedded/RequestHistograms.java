package goku.embedded;

import java.util.List;
import java.util.Map;
import org.apache.kafka.server.metrics.KafkaMetricsGroup;

/// The histograms of the broker's requests. By default each keeps the values of the last minutes in
/// ordered maps, with ten histograms per kind of request. In a server at full load, these maps
/// caused nine of ten references from old objects to young ones that the garbage collector had to
/// scan. Nobody reads the histograms here.
///
/// The broker reuses existing histograms with the same name. So those of the most frequent requests
/// are created before it starts, with sample arrays of 8 KiB each.
final class RequestHistograms {
  static final String GROUP = "kafka.network";
  static final String TYPE = "RequestMetrics";
  static final String REQUEST = "request";

  static final List<String> REQUESTS = List.of("Produce", "Fetch", "FetchConsumer");

  private static final List<String> NAMES =
      List.of(
          "RequestQueueTimeMs",
          "LocalTimeMs",
          "RemoteTimeMs",
          "ThrottleTimeMs",
          "ResponseQueueTimeMs",
          "ResponseSendTimeMs",
          "TotalTimeMs",
          "RequestBytes",
          "MessageConversionsTimeMs",
          "TemporaryMemoryBytes");

  private RequestHistograms() {}

  /// Creates missing histograms. They belong to the process, not to a broker in it.
  static void make() {
    var group = new KafkaMetricsGroup(GROUP, TYPE);
    for (String request : REQUESTS) {
      for (String name : NAMES) {
        group.newHistogram(name, /* biased= */ false, Map.of(REQUEST, request));
      }
    }
  }
}
