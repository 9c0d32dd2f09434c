/// A Micrometer registry that sends the meters of a service:
/// [goku.client.micrometer.GokuMeterRegistry].
@NullMarked
package goku.client.micrometer;

import org.jspecify.annotations.NullMarked;
