package goku.ingest.put;

import goku.http.access.Quotas;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.BatchLimits;
import goku.ingest.routing.BatchSink;
import goku.ingest.routing.Intake;
import goku.ingest.routing.Router;
import goku.model.Blocklist;
import goku.model.Live;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/// What all requests and connections have in common. Immutable.
///
/// @param routers gives the router of the moment
/// @param linger how long put lines of a connection gather
/// @param blocklist metrics that are refused
/// @param timeout how long to wait for Kafka's acknowledgement
/// @param quotas datapoints a second of callers
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
    Quotas quotas) {
  BatchAccumulator batches(BatchSink sink) {
    return new BatchAccumulator(limits, sink);
  }

  Intake intake(BatchAccumulator batches) {
    return new Intake(routers, batches, clock, maxFuture, blocklist);
  }
}
