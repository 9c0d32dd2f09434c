/// How fast buckets become tiers, and in how much memory.
@NullMarked
package goku.benchmark.tier;

import org.jspecify.annotations.NullMarked;
