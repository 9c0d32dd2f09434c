package goku.kafka.fetch;

import org.apache.kafka.common.TopicPartition;

/// A batch that needs more memory than a consumer may use for it.
///
/// @param bytes the batch as the broker stores it
/// @param limit the memory that a batch may need, in bytes
@SuppressWarnings("ArrayRecordComponent") // never compared
public record OversizedBatch(
    TopicPartition log, long firstOffset, long lastOffset, byte[] bytes, long limit) {}
