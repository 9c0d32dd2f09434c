/// Readings made into what is sent, before time is measured, and sent: to the metrics topic of
/// Kafka, to `/api/put`, or as put lines over TCP.
@NullMarked
package goku.standalone.bench.load;

import org.jspecify.annotations.NullMarked;
