/// Benchmarks of the memory of a shard's index per series, and of the speed of adding series, with
/// names like those of section 6.1 of the Goku paper.
@NullMarked
package goku.benchmark.index;

import org.jspecify.annotations.NullMarked;
