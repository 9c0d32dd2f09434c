/// The documentation is true: its commands do what it says, and its links lead somewhere.
@NullMarked
package goku.integration.docs;

import org.jspecify.annotations.NullMarked;
