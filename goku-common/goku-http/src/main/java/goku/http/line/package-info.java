/// The line protocol's side of a connection: from bytes to lines, in order, off the event loop.
@NullMarked
package goku.http.line;

import org.jspecify.annotations.NullMarked;
