/// Health checks and metrics for operators.
@NullMarked
package goku.telemetry;

import org.jspecify.annotations.NullMarked;
