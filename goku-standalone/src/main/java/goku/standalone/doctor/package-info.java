/// `goku doctor`: looks at what a service would find if it were started with these settings, and
/// says what to do about it.
@NullMarked
package goku.standalone.doctor;

import org.jspecify.annotations.NullMarked;
