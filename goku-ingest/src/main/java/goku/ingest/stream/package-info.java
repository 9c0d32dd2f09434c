/// The way from the input topics to the topics of the namespaces, on Kafka Streams (section 4.6.1
/// of the paper).
///
/// Batches wait in the memory of the stream thread, unknown to Kafka Streams. `flush` of the
/// thread's producer drains them, and Streams calls it before it commits offsets. Committed input
/// is therefore acknowledged output, however the process ends.
@NullMarked
package goku.ingest.stream;

import org.jspecify.annotations.NullMarked;
