/// The log of slow queries: the request, the client, and the time of each stage.
@NullMarked
package goku.root.slow;

import org.jspecify.annotations.NullMarked;
