/// The format of the log.
@NullMarked
package goku.standalone.logging;

import org.jspecify.annotations.NullMarked;
