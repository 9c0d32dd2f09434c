package goku.format.batch;

import java.util.UUID;

/// A partition of an input topic of the ingestors, with the part of its log that one leader wrote.
/// Offsets inside it never stand for other records: a topic that is created again has another id,
/// and a log that lost its end and grew again has a later epoch.
///
/// @param topic topic id of Kafka
/// @param leaderEpoch epoch of the leader that appended the records; -1 if unknown
public record InputPartition(UUID topic, int partition, int leaderEpoch) {}
