/// Sizes of the codecs on real and generated data.
@NullMarked
package goku.benchmark.codec;

import org.jspecify.annotations.NullMarked;
