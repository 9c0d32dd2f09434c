/// Consumers that check how much memory the batches of a fetch need before Kafka's client
/// decompresses them.
@NullMarked
package goku.kafka.fetch;

import org.jspecify.annotations.NullMarked;
