/// The mathematics of `/api/query/exp` and `/api/query/gexp`: how the series of several operands
/// are joined by their tags, expressions that use each other, and the limits of both. Knows neither
/// HTTP nor where series come from.
///
/// Where a series has no value at a timestamp its value is NaN, until the fill value of its
/// variable takes its place.
@NullMarked
package goku.root.expression;

import org.jspecify.annotations.NullMarked;
