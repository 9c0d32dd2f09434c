/// The functions of `/api/query/gexp`: a language of calls around sub-queries, modelled on
/// Graphite's.
@NullMarked
package goku.root.expression.function;

import org.jspecify.annotations.NullMarked;
