/// The wiring of the HTTP and line-protocol server: its ports, and the parts behind each of them.
@NullMarked
package goku.http.server;

import org.jspecify.annotations.NullMarked;
