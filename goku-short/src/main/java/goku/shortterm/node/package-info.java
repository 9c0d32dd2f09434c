/// The resources that the shards of a GokuS node share.
@NullMarked
package goku.shortterm.node;

import org.jspecify.annotations.NullMarked;
