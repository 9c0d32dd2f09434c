/// Parallel calls to nodes, within a deadline and limits, and the merge of their answers.
@NullMarked
package goku.root.fanout;

import org.jspecify.annotations.NullMarked;
