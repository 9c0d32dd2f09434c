/// Benchmarks of writing and reading buckets of tiers, with their memory.
@NullMarked
package goku.benchmark.tier;

import org.jspecify.annotations.NullMarked;
