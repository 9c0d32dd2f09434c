/// Programs of others that send to OpenTSDB, here to Goku: all that they send is answered with the
/// same values.
@NullMarked
package goku.integration.programs;

import org.jspecify.annotations.NullMarked;
