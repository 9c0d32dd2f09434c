/// Compactors that work when a test tells them to.
@NullMarked
package goku.testkit.compactor;

import org.jspecify.annotations.NullMarked;
