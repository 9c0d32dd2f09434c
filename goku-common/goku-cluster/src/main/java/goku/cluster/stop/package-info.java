/// The check whether nodes can stop while all answers stay complete. Used by `goku cluster
/// ok-to-stop` and by rollouts.
@NullMarked
package goku.cluster.stop;

import org.jspecify.annotations.NullMarked;
