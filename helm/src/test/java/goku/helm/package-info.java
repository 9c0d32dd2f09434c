/// What the chart makes of values, asked of Helm itself.
@NullMarked
package goku.helm;

import org.jspecify.annotations.NullMarked;
