/// Tests of the embedded servers as commands.
@NullMarked
package goku.standalone.local;

import org.jspecify.annotations.NullMarked;
