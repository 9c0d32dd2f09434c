/// From a request to the last byte of its answer, on a virtual thread of its own.
@NullMarked
package goku.http.answer;

import org.jspecify.annotations.NullMarked;
