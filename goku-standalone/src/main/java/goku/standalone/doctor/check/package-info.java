/// What the doctor looks at, one thing each. Nothing is left behind.
@NullMarked
package goku.standalone.doctor.check;

import org.jspecify.annotations.NullMarked;
