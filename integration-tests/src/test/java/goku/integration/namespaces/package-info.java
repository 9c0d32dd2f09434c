/// A whole deployment in this process whose namespaces change under load.
@NullMarked
package goku.integration.namespaces;

import org.jspecify.annotations.NullMarked;
