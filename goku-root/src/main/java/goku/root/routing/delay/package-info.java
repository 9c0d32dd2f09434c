/// When a call has been silent for so long that another replica is asked, and how often that may be
/// (section 4.7.1 of the paper).
@NullMarked
package goku.root.routing.delay;

import org.jspecify.annotations.NullMarked;
