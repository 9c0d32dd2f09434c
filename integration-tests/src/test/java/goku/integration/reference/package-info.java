/// A second answer to every query, to compare that of the product with: OpenTSDB's semantics as
/// they were seen (range of a query, downsampling, filling, rates, groups, aggregation, form of the
/// answer), in sorted maps and plain loops, slow and obvious. Shares no code with the product.
@NullMarked
package goku.integration.reference;

import org.jspecify.annotations.NullMarked;
