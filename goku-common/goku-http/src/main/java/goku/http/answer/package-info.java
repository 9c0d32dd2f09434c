/// From a request to the last byte of its answer, on a thread of its own.
@NullMarked
package goku.http.answer;

import org.jspecify.annotations.NullMarked;
