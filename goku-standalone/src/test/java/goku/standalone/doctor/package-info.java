/// Tests of the doctor as a whole.
@NullMarked
package goku.standalone.doctor;

import org.jspecify.annotations.NullMarked;
