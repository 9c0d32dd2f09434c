/// Clients of a cluster: writers that remember what was acknowledged, and queriers that judge every
/// answer by that.
@NullMarked
package goku.integration.cluster.load;

import org.jspecify.annotations.NullMarked;
