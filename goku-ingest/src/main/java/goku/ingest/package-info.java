/// The ingestor (section 4.6.1 of the paper). Reads put lines and JSON datapoints from Kafka, HTTP
/// and the telnet protocol, validates them, finds namespace and shard, and writes batches to the
/// topics of the namespaces. It is stateless: input that Kafka has not acknowledged is read again,
/// or reported to the client as failed.
@NullMarked
package goku.ingest;

import org.jspecify.annotations.NullMarked;
