/// Tests of the lag from end to end.
@NullMarked
package goku.standalone.agent.lag;

import org.jspecify.annotations.NullMarked;
