/// The recording of what programs send, and the datapoints in it. They are read by rules of
/// OpenTSDB's documentation, without code of Goku.
@NullMarked
package goku.integration.programs.recording;

import org.jspecify.annotations.NullMarked;
