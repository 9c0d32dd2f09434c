/// The ranking of the replicas of a shard, and of the answers of two replicas (sections 4.3 and
/// 4.7.2 of the paper).
@NullMarked
package goku.root.routing.choice;

import org.jspecify.annotations.NullMarked;
