/// Each service of a cluster in a process of its own.
@NullMarked
package goku.standalone.process;

import org.jspecify.annotations.NullMarked;
