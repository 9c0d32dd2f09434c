/// Searches over all series. `/api/goku/correlate` finds those that correlate most with another one
/// (section 5.1 of the Gorilla paper), `/api/goku/changes` those that changed most. See
/// `docs/correlation.md`.
@NullMarked
package goku.root.search;

import org.jspecify.annotations.NullMarked;
