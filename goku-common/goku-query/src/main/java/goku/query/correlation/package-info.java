/// The mathematics of correlation searches: coefficients of many series against one, exact and the
/// same bit for bit however series are spread over shards and nodes (section 5.1 of the Gorilla
/// paper).
///
/// A series passes two steps. An estimate in one pass over its values rules out nearly all series.
/// Its error is at most `Estimate.MARGIN`. The other series get their coefficient in double-double
/// arithmetic. Only this coefficient is compared and reported, so results never depend on the
/// threshold at the time when a series was read.
@NullMarked
package goku.query.correlation;

import org.jspecify.annotations.NullMarked;
