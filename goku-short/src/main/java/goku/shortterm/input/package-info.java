/// The memory of a shard for the inputs of its datapoints. Kafka and the ingestors deliver input
/// again after kills, pauses and rebalances. A shard skips what it has already applied, so that old
/// values never replace newer ones.
@NullMarked
package goku.shortterm.input;

import org.jspecify.annotations.NullMarked;
