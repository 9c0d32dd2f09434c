/// The root's half of the query engine: makes the answer's groups of what the nodes sent.
@NullMarked
package goku.query.merge;

import org.jspecify.annotations.NullMarked;
