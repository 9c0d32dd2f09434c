/// The root's half of the query engine: joins, groups and aggregates the series that nodes sent.
@NullMarked
package goku.query.merge;

import org.jspecify.annotations.NullMarked;
