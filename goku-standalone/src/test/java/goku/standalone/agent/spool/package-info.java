@NullMarked
package goku.standalone.agent.spool;

import org.jspecify.annotations.NullMarked;
