/// The codec of finalized streams: all datapoints of one series in one bucket, encoded at once and
/// decoded in loops over arrays (the finalized data of section 4.6.2 of the Goku paper).
@NullMarked
package goku.codec.block;

import org.jspecify.annotations.NullMarked;
