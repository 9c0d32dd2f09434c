/// What GokuS and GokuL answer together, over more days than a test can take: data sets, the bucket
/// files that GokuS would have made of them, and a flat reference that knows no tiers.
@NullMarked
package goku.integration.tiers;

import org.jspecify.annotations.NullMarked;
