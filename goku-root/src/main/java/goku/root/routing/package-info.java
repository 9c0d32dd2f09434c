/// All replicas of a store as one node: who is asked, and what is done when a node fails, is slow,
/// or turns out to be behind (sections 4.7.1 and 4.7.2 of the paper).
///
/// The shards of a call are grouped by the nodes that are best for them; each node with its shards
/// is a [goku.root.routing.choice.ShardGroup]. A share has two sides: the node itself, and the others,
/// which is the same thing over again for its shards without that node. The sides run on virtual
/// threads and the first good one is taken, so failover, hedging, and shards that no single other
/// node has together are one mechanism.
@NullMarked
package goku.root.routing;

import org.jspecify.annotations.NullMarked;
