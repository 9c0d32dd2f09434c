package goku.ingest.put;

import goku.http.access.Quotas;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.BatchLimits;
import goku.ingest.routing.BatchSink;
import goku.ingest.routing.Intake;
import goku.ingest.routing.Router;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/// The settings that all requests and connections share. Immutable.
///
/// @param routers supplies the current router
/// @param linger how long the put lines of a connection gather
/// @param blocklist metrics that are rejected
/// @param timeout how long to wait for Kafka's acknowledgement
/// @param quotas datapoints per second of each caller
/// @param rejectedTopic the topic for refused datapoints, if puts with these are accepted
/// @param formats the format level in force
/// @param histogramId the id of histograms that are sent encoded
public record PutSettings(
    SeriesNameRules rules,
    int maxLineBytes,
    Supplier<Router> routers,
    BatchLimits limits,
    Duration linger,
    InstantSource clock,
    Duration maxFuture,
    Live<Blocklist> blocklist,
    Duration timeout,
    Quotas quotas,
    RefusedPuts refused,
    String rejectedTopic,
    FormatLevel formats,
    int histogramId) {
  BatchAccumulator batches(BatchSink sink) {
    return new BatchAccumulator(limits, sink, formats);
  }

  Intake intake(BatchAccumulator batches) {
    return new Intake(routers, batches, clock, maxFuture, blocklist);
  }
}
