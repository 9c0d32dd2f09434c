/// The lag of the agent's datapoints, from sending until a query finds them.
@NullMarked
package goku.standalone.agent.lag;

import org.jspecify.annotations.NullMarked;
