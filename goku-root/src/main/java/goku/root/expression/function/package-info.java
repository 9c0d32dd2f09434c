/// The functions of `/api/query/gexp`: a language of calls around sub queries, after Graphite's.
@NullMarked
package goku.root.expression.function;

import org.jspecify.annotations.NullMarked;
