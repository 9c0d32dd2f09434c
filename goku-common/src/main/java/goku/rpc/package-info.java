/// The boundary between the query root and the nodes that hold shards: calls inside the process
/// today, the network tomorrow (section 4.7 of the Goku paper).
@NullMarked
package goku.rpc;

import org.jspecify.annotations.NullMarked;
