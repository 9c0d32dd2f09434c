/// How long the agent's datapoints take from being sent to being found by a query.
@NullMarked
package goku.standalone.agent.lag;

import org.jspecify.annotations.NullMarked;
