/// The event loop's side of the HTTP port: the protocol of a connection, the start and end of its
/// requests, and the presence of its client.
@NullMarked
package goku.http.connection;

import org.jspecify.annotations.NullMarked;
