/// Faults that pass: the pauses between retries, and the log of their begin and end.
@NullMarked
package goku.fault;

import org.jspecify.annotations.NullMarked;
