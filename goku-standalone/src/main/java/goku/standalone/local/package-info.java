/// The embedded servers as commands, to try a cluster out on one machine without other downloads.
@NullMarked
package goku.standalone.local;

import org.jspecify.annotations.NullMarked;
