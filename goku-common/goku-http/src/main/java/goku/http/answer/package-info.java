/// The way from a request to the last byte of its answer.
@NullMarked
package goku.http.answer;

import org.jspecify.annotations.NullMarked;
