/// The clock of a process: the wall clock, checked against elapsed time and independent clocks.
@NullMarked
package goku.time;

import org.jspecify.annotations.NullMarked;
