/// The command `goku doctor`: checks the surroundings of a service with given settings, and prints
/// remedies.
@NullMarked
package goku.standalone.doctor;

import org.jspecify.annotations.NullMarked;
