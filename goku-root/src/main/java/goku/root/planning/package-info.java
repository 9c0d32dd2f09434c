/// Splits a query by namespace, time and shard, and finds the nodes to ask.
@NullMarked
package goku.root.planning;

import org.jspecify.annotations.NullMarked;
