/// Tests of the manifests that Helm renders for given values.
@NullMarked
package goku.helm;

import org.jspecify.annotations.NullMarked;
