/// Rollups: one datapoint for each interval, built when data move to a tier (section 5.2 of the
/// Goku paper).
@NullMarked
package goku.compactor.rollup;

import org.jspecify.annotations.NullMarked;
