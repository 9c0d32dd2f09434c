/// Which replica is asked for a shard, which others are left, and which of two answers is better
/// (sections 4.3 and 4.7.2 of the paper).
@NullMarked
package goku.root.routing.choice;

import org.jspecify.annotations.NullMarked;
