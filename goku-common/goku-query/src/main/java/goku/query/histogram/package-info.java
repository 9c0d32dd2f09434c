/// The sums of histograms: the only aggregation of series of histograms. There is no interpolation
/// and there are no rates.
@NullMarked
package goku.query.histogram;

import org.jspecify.annotations.NullMarked;
