/// Requests on their way in: heads, bodies, and the memory that bodies may take.
@NullMarked
package goku.http.request;

import org.jspecify.annotations.NullMarked;
