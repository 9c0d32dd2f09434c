/// From the bytes that clients send to datapoints, or to the reason why not. Pure: knows neither
/// Kafka nor namespaces.
@NullMarked
package goku.ingest.parse;

import org.jspecify.annotations.NullMarked;
