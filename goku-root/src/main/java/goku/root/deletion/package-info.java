/// Deletes of datapoints: written to the logs of the GokuS shards that can have them, and sent to
/// the GokuL nodes. The root waits for both.
@NullMarked
package goku.root.deletion;

import org.jspecify.annotations.NullMarked;
