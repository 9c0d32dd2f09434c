/// `goku block`: what is blocked in a deployment, over the API of a root.
@NullMarked
package goku.standalone.block;

import org.jspecify.annotations.NullMarked;
