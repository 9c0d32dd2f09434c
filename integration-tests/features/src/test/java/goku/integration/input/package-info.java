/// Random input over every protocol: each good datapoint is stored, whatever is beside it.
@NullMarked
package goku.integration.input;

import org.jspecify.annotations.NullMarked;
