package goku.embedded;

import java.util.List;
import java.util.Map;
import org.apache.kafka.server.metrics.KafkaMetricsGroup;

/// What the broker measures of every request. Left to itself it keeps the values of the last
/// minutes in ordered maps, ten for each kind of request. In a server at full load these were nine
/// of ten references from old objects to young ones that the collector had to look at. Nobody reads
/// them here.
///
/// The broker takes histograms that are there by their names. So those of the requests that come
/// hundreds of times a second are made before it starts, with arrays for samples, 8 KiB each.
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

  /// Makes those that are not there. They are of the whole process, and of no broker in it.
  static void make() {
    var group = new KafkaMetricsGroup(GROUP, TYPE);
    for (String request : REQUESTS) {
      for (String name : NAMES) {
        group.newHistogram(name, /* biased= */ false, Map.of(REQUEST, request));
      }
    }
  }
}
