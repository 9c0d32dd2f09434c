/// How the log is written.
@NullMarked
package goku.standalone.logging;

import org.jspecify.annotations.NullMarked;
