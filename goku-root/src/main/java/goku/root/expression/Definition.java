package goku.root.expression;

import goku.root.expression.language.Expression;

/// A named expression of a request.
///
/// @param fill the value where a result has none, in expressions that use it
public record Definition(String id, Expression expression, Join join, double fill) {}
