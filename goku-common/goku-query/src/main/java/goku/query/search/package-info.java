/// Searches over all series of a node: the query and the answer of a search, and how answers of
/// shards and nodes become one.
@NullMarked
package goku.query.search;

import org.jspecify.annotations.NullMarked;
