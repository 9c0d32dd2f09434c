/// Benchmarks of cost by the number of series and hosts, by shards, and by the size of the
/// ingestor's batches. Each step is a separate server, measured by `goku bench`.
@NullMarked
package goku.benchmark.growth;

import org.jspecify.annotations.NullMarked;
