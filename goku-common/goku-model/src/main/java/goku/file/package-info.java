/// Files that are read again when they change while a process runs.
@NullMarked
package goku.file;

import org.jspecify.annotations.NullMarked;
