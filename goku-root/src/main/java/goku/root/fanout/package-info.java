/// Asks nodes in parallel, within a deadline and limits, and merges what they answer.
@NullMarked
package goku.root.fanout;

import org.jspecify.annotations.NullMarked;
