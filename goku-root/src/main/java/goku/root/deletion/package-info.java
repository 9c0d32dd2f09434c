/// Deletes of datapoints: written to the log of the shards of GokuS that can hold them, and taken
/// by the nodes of GokuL; both are awaited.
@NullMarked
package goku.root.deletion;

import org.jspecify.annotations.NullMarked;
