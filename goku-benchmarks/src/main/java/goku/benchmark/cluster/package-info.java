/// Benchmarks of the mutual influence of a cluster's shards.
@NullMarked
package goku.benchmark.cluster;

import org.jspecify.annotations.NullMarked;
