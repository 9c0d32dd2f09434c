/// What `goku cluster status` prints.
@NullMarked
package goku.cluster.status;

import org.jspecify.annotations.NullMarked;
