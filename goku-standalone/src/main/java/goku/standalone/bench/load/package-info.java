/// The load of the benchmark. Readings are encoded before the time is measured, and are then sent
/// to Kafka's metrics topic, to `/api/put`, or as put lines over TCP.
@NullMarked
package goku.standalone.bench.load;

import org.jspecify.annotations.NullMarked;
