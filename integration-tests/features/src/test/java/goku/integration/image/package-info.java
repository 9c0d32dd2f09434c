/// The container image as a runtime starts it.
@NullMarked
package goku.integration.image;

import org.jspecify.annotations.NullMarked;
