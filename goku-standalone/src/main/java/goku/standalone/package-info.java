/// The `goku` command line and the wiring of all services into one process.
@NullMarked
package goku.standalone;

import org.jspecify.annotations.NullMarked;
