/// Query planning: splits a query by namespace, time and shard, and finds the nodes to call.
@NullMarked
package goku.root.planning;

import org.jspecify.annotations.NullMarked;
