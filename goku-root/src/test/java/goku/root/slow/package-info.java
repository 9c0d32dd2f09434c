/// Tests of the log of slow queries.
@NullMarked
package goku.root.slow;

import org.jspecify.annotations.NullMarked;
