/// Tests of the combined answers of GokuS and GokuL over more days than a test can take: data sets,
/// the bucket files that GokuS would have written, and a flat reference without tiers.
@NullMarked
package goku.integration.tiers;

import org.jspecify.annotations.NullMarked;
