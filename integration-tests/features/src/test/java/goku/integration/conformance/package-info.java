/// Replays the recorded answers of OpenTSDB against a running process.
@NullMarked
package goku.integration.conformance;

import org.jspecify.annotations.NullMarked;
