/// Scenarios on one machine: the whole product in one process, started by the launcher.
@NullMarked
package goku.integration.standalone;

import org.jspecify.annotations.NullMarked;
