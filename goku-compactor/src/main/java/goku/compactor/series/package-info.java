/// Sorted series as a stream: the interfaces of its producers and consumers.
@NullMarked
package goku.compactor.series;

import org.jspecify.annotations.NullMarked;
