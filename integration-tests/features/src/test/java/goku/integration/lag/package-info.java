/// Tests of answers while datapoints wait in the input topics.
@NullMarked
package goku.integration.lag;

import org.jspecify.annotations.NullMarked;
