/// Tests of the restore of shards: after a kill, after a stop, without their disk, from broken
/// files, and from their log only.
@NullMarked
package goku.integration.recovery;

import org.jspecify.annotations.NullMarked;
