/// How far a node is behind its topics, and whether they can bring its shards back.
@NullMarked
package goku.shortterm.recovery;

import org.jspecify.annotations.NullMarked;
