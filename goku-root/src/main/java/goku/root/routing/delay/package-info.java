/// The delay after which a call is hedged, and the budget for hedged calls (section 4.7.1 of the
/// paper).
@NullMarked
package goku.root.routing.delay;

import org.jspecify.annotations.NullMarked;
