/// Random requests to Goku and to a running OpenTSDB, whose answers must be equal unless a stated
/// reason says why the user is better off.
@NullMarked
package goku.integration.differential;

import org.jspecify.annotations.NullMarked;
