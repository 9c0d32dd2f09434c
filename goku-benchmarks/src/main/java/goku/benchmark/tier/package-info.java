/// How fast buckets become tiers and are read from them, and in how much memory.
@NullMarked
package goku.benchmark.tier;

import org.jspecify.annotations.NullMarked;
