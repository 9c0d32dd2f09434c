/// What queries see of a shard on disk (section 4.7.4 of the Goku paper).
@NullMarked
package goku.longterm.read;

import org.jspecify.annotations.NullMarked;
