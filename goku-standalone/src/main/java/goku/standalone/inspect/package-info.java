/// The command `goku inspect`: every kind of file that Goku reads or writes, as text for people.
/// Each kind is a class.
@NullMarked
package goku.standalone.inspect;

import org.jspecify.annotations.NullMarked;
