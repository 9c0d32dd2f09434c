/// The clients of a cluster: writers that remember acknowledged datapoints, and queriers that check
/// every answer against them.
@NullMarked
package goku.integration.cluster.load;

import org.jspecify.annotations.NullMarked;
