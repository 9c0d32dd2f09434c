/// The lifecycle of the shards on a node, from the restore to the last snapshot, and the watch of
/// their lag.
@NullMarked
package goku.shortterm.lifecycle;

import org.jspecify.annotations.NullMarked;
