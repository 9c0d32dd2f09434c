/// Authentication and TLS of the port.
@NullMarked
package goku.http.security;

import org.jspecify.annotations.NullMarked;
