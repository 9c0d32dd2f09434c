/// Access to Kafka that the services share: settings, names and required topics.
@NullMarked
package goku.kafka;

import org.jspecify.annotations.NullMarked;
