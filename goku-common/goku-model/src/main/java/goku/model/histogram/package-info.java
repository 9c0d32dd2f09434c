/// Histograms as values: counts of measurements by ranges. It depends on no other package.
///
/// A histogram is the shape of its ranges and one count for each of them. All histograms of a
/// series usually have the same shape, so shapes are objects and counts are longs in one array.
@NullMarked
package goku.model.histogram;

import org.jspecify.annotations.NullMarked;
