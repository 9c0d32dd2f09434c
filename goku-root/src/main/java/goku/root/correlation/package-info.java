/// The search `/api/goku/correlate`: the series that correlate most with another one (section 5.1
/// of the Gorilla paper). See `docs/correlation.md`.
@NullMarked
package goku.root.correlation;

import org.jspecify.annotations.NullMarked;
