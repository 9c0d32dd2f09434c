package goku.codec;

import static goku.codec.StressedStreams.APPENDS;
import static goku.codec.StressedStreams.FIRST_CHUNK_POINTS;
import static goku.codec.StressedStreams.READER;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import goku.model.PointBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A reader of a stream sees a prefix of it while its first chunk gets full and the second is
/// begun. It reads twice, and the prefix does not get shorter.
@JCStressTest
@Outcome(id = "-1, .*|.*, -1", expect = FORBIDDEN, desc = "A wrong value.")
@Outcome(id = "[123], 0|[23], 1|3, 2", expect = FORBIDDEN, desc = "A datapoint went away.")
@Outcome(id = "[0-3], [0-3]", expect = ACCEPTABLE, desc = "So many of the new datapoints.")
@State
public class StreamPrefixStress {
  /// The buffer of the only reading thread.
  private static final ThreadLocal<PointBuffer> POINTS = ThreadLocal.withInitial(PointBuffer::new);

  private final int stream = StressedStreams.create(FIRST_CHUNK_POINTS - 1);

  @Actor
  public void write() {
    StressedStreams.append(stream, FIRST_CHUNK_POINTS - 1, FIRST_CHUNK_POINTS - 1 + APPENDS);
  }

  @Actor
  public void read(II_Result result) {
    result.r1 = seen();
    result.r2 = seen();
  }

  /// Returns the number of new datapoints; -1 if any is wrong.
  private int seen() {
    PointBuffer points = POINTS.get();
    points.clear();
    if (READER.readArrivals(stream, points)) {
      return -1;
    }
    for (int i = 0; i < points.size(); i++) {
      if (points.timestamps()[i] != StressedStreams.timestamp(i)
          || Double.doubleToRawLongBits(points.values()[i])
              != Double.doubleToRawLongBits(StressedStreams.value(i))) {
        return -1;
      }
    }
    return points.size() - (FIRST_CHUNK_POINTS - 1);
  }
}
