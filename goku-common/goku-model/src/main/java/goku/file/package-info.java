/// Files that are read again when they change while a process runs, and the limit of open files.
@NullMarked
package goku.file;

import org.jspecify.annotations.NullMarked;
