/// Shards that come back: after a kill, after a stop, without their disk, from broken files, from
/// their log alone.
@NullMarked
package goku.integration.recovery;

import org.jspecify.annotations.NullMarked;
