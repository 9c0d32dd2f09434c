/// The interface through which the query engine reads a shard of GokuS or GokuL.
@NullMarked
package goku.query.shard;

import org.jspecify.annotations.NullMarked;
