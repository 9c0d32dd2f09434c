/// What query threads see of a shard in memory.
@NullMarked
package goku.shortterm.read;

import org.jspecify.annotations.NullMarked;
