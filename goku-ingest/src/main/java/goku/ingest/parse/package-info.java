/// The parsers: from the bytes of clients to datapoints or reasons for rejection. Pure, without
/// Kafka and namespaces.
@NullMarked
package goku.ingest.parse;

import org.jspecify.annotations.NullMarked;
