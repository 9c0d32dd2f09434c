/// Benchmarks of tiers on disk.
@NullMarked
package goku.benchmark.tier;

import org.jspecify.annotations.NullMarked;
