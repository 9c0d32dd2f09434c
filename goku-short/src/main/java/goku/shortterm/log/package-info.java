/// The log of a shard as it is when the shard opens: which log it is, what it still holds, and
/// where in it the shard starts.
@NullMarked
package goku.shortterm.log;

import org.jspecify.annotations.NullMarked;
