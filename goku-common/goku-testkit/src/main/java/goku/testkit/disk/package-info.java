/// A disk in memory, as a file system of `java.nio`, that can lose what was not forced.
///
/// ```
/// SimulatedDisk      the disk: crashes, space, flipped bytes
/// DiskFaults         the faults of single operations
/// DiskFile           the bytes of a file, and those of them that are forced
/// DiskDirectories    the names of files, and those of them that are forced
/// DiskChannel        an open file or directory
/// DiskProvider, DiskFileSystem, DiskPath, DiskAttributes, DiskSpace   the interface of java.nio
/// ```
@NullMarked
package goku.testkit.disk;

import org.jspecify.annotations.NullMarked;
