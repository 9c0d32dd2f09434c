/// The checks of the doctor, one class each. They leave nothing behind.
@NullMarked
package goku.standalone.doctor.check;

import org.jspecify.annotations.NullMarked;
