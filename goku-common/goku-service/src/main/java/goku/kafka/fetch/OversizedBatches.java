package goku.kafka.fetch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The report of batches that need too much memory: each is logged and counted. Thread-safe.
public final class OversizedBatches implements Consumer<OversizedBatch> {
  private static final Logger LOG = LoggerFactory.getLogger(OversizedBatches.class);

  private final MeterRegistry registry;

  public OversizedBatches(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void accept(OversizedBatch batch) {
    Counter.builder("goku.kafka.batches.oversized")
        .description("batches of a topic that would need too much memory, which were skipped")
        .tag("topic", batch.log().topic())
        .register(registry)
        .increment();
    LOG.error(
        "batch needs too much memory, skipped topic={} partition={} from={} to={} bytes={}"
            + " limit={}: its records state sizes or headers beyond the limit, 1/{} of the heap;"
            + " find its producer, and permit only trusted producers to write the topic",
        batch.log().topic(),
        batch.log().partition(),
        batch.firstOffset(),
        batch.lastOffset(),
        batch.bytes().length,
        batch.limit(),
        FetchFilter.PART_OF_HEAP);
  }
}
