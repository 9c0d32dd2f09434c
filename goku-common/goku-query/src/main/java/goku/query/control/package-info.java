/// What one query may take and has taken: limits, memory, its deadline, and how it is stopped.
@NullMarked
package goku.query.control;

import org.jspecify.annotations.NullMarked;
