/// Sends datapoints to Goku by Kafka: [goku.client.GokuProducer].
@NullMarked
package goku.client;

import org.jspecify.annotations.NullMarked;
