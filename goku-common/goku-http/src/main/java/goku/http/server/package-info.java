/// The wiring of the HTTP and line-protocol server: its ports and their parts.
@NullMarked
package goku.http.server;

import org.jspecify.annotations.NullMarked;
