/// A cluster of real processes under load, while they fail.
@NullMarked
package goku.integration.cluster;

import org.jspecify.annotations.NullMarked;
