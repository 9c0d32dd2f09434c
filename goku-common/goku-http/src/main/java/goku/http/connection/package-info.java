/// The event loop's side of the HTTP port: which protocol a connection speaks, when its requests
/// begin and end, and whether its client is still there.
@NullMarked
package goku.http.connection;

import org.jspecify.annotations.NullMarked;
