/// A cluster of real processes on this machine, each of which can be killed, stopped, paused and
/// started again under the same addresses.
@NullMarked
package goku.integration.cluster.process;

import org.jspecify.annotations.NullMarked;
