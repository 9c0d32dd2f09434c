/// Incoming requests: heads, bodies, and the memory budget of bodies.
@NullMarked
package goku.http.request;

import org.jspecify.annotations.NullMarked;
