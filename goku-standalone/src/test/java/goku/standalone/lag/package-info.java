/// Replicas that are behind their log, and what the root makes of them.
@NullMarked
package goku.standalone.lag;

import org.jspecify.annotations.NullMarked;
