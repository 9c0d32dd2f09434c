/// Benchmarks of the cost of a datapoint from the metrics topic into a shard, per core.
@NullMarked
package goku.benchmark.ingest;

import org.jspecify.annotations.NullMarked;
