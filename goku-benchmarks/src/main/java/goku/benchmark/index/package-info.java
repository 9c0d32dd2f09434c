/// How much memory the index of a shard takes for a series, and how fast series get into it, with
/// names shaped like those of section 6.1 of the Goku paper.
@NullMarked
package goku.benchmark.index;

import org.jspecify.annotations.NullMarked;
