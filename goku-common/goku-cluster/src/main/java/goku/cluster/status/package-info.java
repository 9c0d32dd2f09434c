/// The output of `goku cluster status`.
@NullMarked
package goku.cluster.status;

import org.jspecify.annotations.NullMarked;
