/// The event loop shortcut: a request is first tried on the thread that received it.
@NullMarked
package goku.eventloop;

import org.jspecify.annotations.NullMarked;
