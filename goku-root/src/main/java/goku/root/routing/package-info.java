/// Stub.
@NullMarked
package goku.root.routing;

import org.jspecify.annotations.NullMarked;
