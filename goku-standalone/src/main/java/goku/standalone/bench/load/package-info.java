/// Readings made into what is sent, before time is measured, and sent: to the metrics topic of
/// Kafka or to `/api/put`.
@NullMarked
package goku.standalone.bench.load;

import org.jspecify.annotations.NullMarked;
