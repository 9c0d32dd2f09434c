/// The ways in besides Kafka: `/api/put` and OpenTSDB's telnet protocol, both as in OpenTSDB 2.4.
/// What they confirm, be it by silence, Kafka has acknowledged.
@NullMarked
package goku.ingest.put;

import org.jspecify.annotations.NullMarked;
