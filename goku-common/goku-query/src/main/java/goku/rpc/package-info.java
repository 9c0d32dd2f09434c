/// The boundary between the query root and the nodes that hold shards, inside a process or over the
/// network (section 4.7 of the Goku paper).
@NullMarked
package goku.rpc;

import org.jspecify.annotations.NullMarked;
