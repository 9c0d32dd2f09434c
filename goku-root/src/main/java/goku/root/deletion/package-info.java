/// Deletes of datapoints: written to the log of the shards that can hold them, and awaited.
@NullMarked
package goku.root.deletion;

import org.jspecify.annotations.NullMarked;
