/// The access of query threads to a shard in memory.
@NullMarked
package goku.shortterm.read;

import org.jspecify.annotations.NullMarked;
