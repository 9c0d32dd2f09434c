/// What buckets of tiers cost: to write, to read back, on disk.
@NullMarked
package goku.benchmark.tier;

import org.jspecify.annotations.NullMarked;
