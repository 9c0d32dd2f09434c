/// Who writes how much to a shard (section 9 of the Goku paper): counted from what the index and
/// the buckets hold when somebody asks, so that nothing has to be kept up to date while datapoints
/// come, nor brought back at a restart.
@NullMarked
package goku.shortterm.usage;

import org.jspecify.annotations.NullMarked;
