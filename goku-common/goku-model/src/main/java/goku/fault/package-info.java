/// Faults that pass: the pauses between retries.
@NullMarked
package goku.fault;

import org.jspecify.annotations.NullMarked;
