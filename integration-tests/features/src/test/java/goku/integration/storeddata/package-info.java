/// Tests of stored data under faults of disks, objects, clocks and settings, with real processes.
@NullMarked
package goku.integration.storeddata;

import org.jspecify.annotations.NullMarked;
