/// Who may use the port, and TLS on it.
@NullMarked
package goku.http.security;

import org.jspecify.annotations.NullMarked;
