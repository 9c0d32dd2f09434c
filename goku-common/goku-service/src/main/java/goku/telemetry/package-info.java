/// What operators see: health checks and metrics.
@NullMarked
package goku.telemetry;

import org.jspecify.annotations.NullMarked;
