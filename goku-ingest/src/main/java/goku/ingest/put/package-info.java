/// The inputs besides Kafka: `/api/put` and OpenTSDB's telnet protocol, both as in OpenTSDB 2.4. A
/// datapoint is confirmed, even by silence, only after Kafka has acknowledged it.
@NullMarked
package goku.ingest.put;

import org.jspecify.annotations.NullMarked;
