/// The root's half of the query engine: makes the groups of the answer from the parts that nodes
/// sent.
@NullMarked
package goku.query.merge;

import org.jspecify.annotations.NullMarked;
