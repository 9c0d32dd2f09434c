/// The evaluation of `/api/query/exp` and `/api/query/gexp`: joins of operands by tags, expressions
/// that use each other, and limits for both. Independent of HTTP and of the source of series.
///
/// A missing value is NaN until it is replaced by the fill value of its variable.
@NullMarked
package goku.root.expression;

import org.jspecify.annotations.NullMarked;
