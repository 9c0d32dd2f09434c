/// What a datapoint costs on its way from the metrics topic into a shard, per core.
@NullMarked
package goku.benchmark.ingest;

import org.jspecify.annotations.NullMarked;
