/// How cost grows with the number of series and hosts, with shards, and with the size of the
/// ingestor's batches: each step is a server of its own, measured by `goku bench`.
@NullMarked
package goku.benchmark.growth;

import org.jspecify.annotations.NullMarked;
