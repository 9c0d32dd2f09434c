/// A node's shards with a day of datapoints: what they take of disk and memory, and how long they
/// take to come back.
@NullMarked
package goku.benchmark.recovery;

import org.jspecify.annotations.NullMarked;
