/// The ingestor (section 4.6.1 of the paper): takes put lines and JSON datapoints from Kafka, HTTP
/// and the telnet protocol, validates them, finds namespace and shard, and writes batches to the
/// topics of the namespaces. It keeps nothing: what Kafka has not acknowledged is read again, or
/// the client is told.
@NullMarked
package goku.ingest;

import org.jspecify.annotations.NullMarked;
