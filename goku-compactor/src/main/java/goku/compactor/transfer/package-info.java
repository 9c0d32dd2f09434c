/// The transfer between S3 and the work directory: listings, markers, files. Incomplete files are
/// never used, and an upload never replaces an object of other content.
@NullMarked
package goku.compactor.transfer;

import org.jspecify.annotations.NullMarked;
