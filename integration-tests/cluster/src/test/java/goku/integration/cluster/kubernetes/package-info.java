/// A model of Kubernetes with real processes as pods, for tests of upgrades.
@NullMarked
package goku.integration.cluster.kubernetes;

import org.jspecify.annotations.NullMarked;
