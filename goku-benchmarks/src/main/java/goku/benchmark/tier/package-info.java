<<<<<<< HEAD
/// How fast buckets become tiers and are read from them, and in how much memory.
=======
/// What buckets of tiers cost: to split, to merge, to write, to read back, in memory and on disk.
>>>>>>> h-service
@NullMarked
package goku.benchmark.tier;

import org.jspecify.annotations.NullMarked;
