/// A client that sends datapoints to Goku through Kafka: [goku.client.GokuProducer].
@NullMarked
package goku.client;

import org.jspecify.annotations.NullMarked;
