/// The limits of a running query: series, datapoints, memory, its deadline, and cancellation.
@NullMarked
package goku.query.control;

import org.jspecify.annotations.NullMarked;
