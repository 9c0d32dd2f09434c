/// The command `goku block`: blocked metrics of a deployment, through the API of a root.
@NullMarked
package goku.standalone.block;

import org.jspecify.annotations.NullMarked;
