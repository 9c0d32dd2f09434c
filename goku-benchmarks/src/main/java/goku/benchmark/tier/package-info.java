/// What buckets of tiers cost: to split, to merge, to write, to read back, in memory and on disk.
@NullMarked
package goku.benchmark.tier;

import org.jspecify.annotations.NullMarked;
