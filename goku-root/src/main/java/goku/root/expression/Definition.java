package goku.root.expression;

import goku.root.expression.language.Expression;

/// A named expression of a request.
///
/// @param fill the value for missing results, in expressions that use this one
public record Definition(String id, Expression expression, Join join, double fill) {}
