/// What the shards of a cluster do to each other.
@NullMarked
package goku.benchmark.cluster;

import org.jspecify.annotations.NullMarked;
