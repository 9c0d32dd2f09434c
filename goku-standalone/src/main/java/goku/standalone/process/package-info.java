/// The processes of a cluster, one service each.
@NullMarked
package goku.standalone.process;

import org.jspecify.annotations.NullMarked;
