/// What services have in common: they start, tell how they are, and stop; and how a process is put
/// together of them.
@NullMarked
package goku.service;

import org.jspecify.annotations.NullMarked;
