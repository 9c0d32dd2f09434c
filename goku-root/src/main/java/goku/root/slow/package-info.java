/// The log of slow queries: who asked what, and where the time went.
@NullMarked
package goku.root.slow;

import org.jspecify.annotations.NullMarked;
