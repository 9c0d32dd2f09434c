/// A shard: its index, its buckets of two hours, and the rules by which datapoints are accepted and
/// expire. Independent of Kafka.
///
/// One thread writes to a shard at any moment. Query threads read through `goku.shortterm.read`.
@NullMarked
package goku.shortterm.shard;

import org.jspecify.annotations.NullMarked;
