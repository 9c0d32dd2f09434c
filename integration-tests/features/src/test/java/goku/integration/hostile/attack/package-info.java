/// The attacks, one class for each subject. `Attacks` lists all of them.
@NullMarked
package goku.integration.hostile.attack;

import org.jspecify.annotations.NullMarked;
