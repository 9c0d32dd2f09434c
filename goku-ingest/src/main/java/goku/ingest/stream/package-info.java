/// From the input topics to the topics of the namespaces, on Kafka Streams: section 4.6.1 of the
/// paper.
///
/// Batches wait in the memory of the stream thread, which Kafka Streams knows nothing of. They are
/// drained in `flush` of the thread's producer, which Streams calls before it commits offsets: what
/// is committed is acknowledged, whatever ends the process.
@NullMarked
package goku.ingest.stream;

import org.jspecify.annotations.NullMarked;
