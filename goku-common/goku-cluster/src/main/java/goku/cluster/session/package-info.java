/// The session of a process in ZooKeeper, and the report of its loss.
@NullMarked
package goku.cluster.session;

import org.jspecify.annotations.NullMarked;
