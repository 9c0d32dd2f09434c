/// `goku inspect`: every kind of file that Goku reads or writes, told to people. A kind is a class.
@NullMarked
package goku.standalone.inspect;

import org.jspecify.annotations.NullMarked;
