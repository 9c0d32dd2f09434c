/// Sorted series as a stream: the interface of those that give them, and of those that take them.
@NullMarked
package goku.compactor.series;

import org.jspecify.annotations.NullMarked;
