/// Random histograms for tests, and sums of them that are computed in the plainest way.
@NullMarked
package goku.testkit.histogram;

import org.jspecify.annotations.NullMarked;
