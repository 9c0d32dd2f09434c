/// The meters of a service as series of Goku: [goku.client.micrometer.GokuMeterRegistry].
@NullMarked
package goku.client.micrometer;

import org.jspecify.annotations.NullMarked;
