/// The care of a process's clock: its comparison with independent clocks, its last certain time on
/// the disk, and its metrics.
@NullMarked
package goku.service.clock;

import org.jspecify.annotations.NullMarked;
