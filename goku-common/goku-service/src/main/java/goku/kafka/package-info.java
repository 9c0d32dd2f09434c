/// What the services share about Kafka: how to reach it, and the topics that must be there.
@NullMarked
package goku.kafka;

import org.jspecify.annotations.NullMarked;
