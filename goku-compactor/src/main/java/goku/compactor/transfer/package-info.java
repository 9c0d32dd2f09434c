/// Between S3 and the work directory: listings, markers, files. Nothing is taken that is not whole,
/// and nothing is brought in place of something else.
@NullMarked
package goku.compactor.transfer;

import org.jspecify.annotations.NullMarked;
