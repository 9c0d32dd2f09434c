/// Tests of what the doctor looks at, by faults.
@NullMarked
package goku.standalone.doctor.check;

import org.jspecify.annotations.NullMarked;
