package goku.codec;

import static goku.codec.StressedStreams.APPENDS;
import static goku.codec.StressedStreams.FIRST_CHUNK_POINTS;
import static goku.codec.StressedStreams.READER;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/// An image that is taken while the writer appends is the image of a prefix: its bits, and the
/// state behind them.
@JCStressTest
@Outcome(id = "-1", expect = FORBIDDEN, desc = "The image of no prefix.")
@Outcome(id = "[0-3]", expect = ACCEPTABLE, desc = "So many of the new datapoints.")
@State
public class StreamImageStress {
  private static final int FIRST = FIRST_CHUNK_POINTS - 1;

  /// The images of streams with none of the new datapoints, with one, and so on.
  private static final StreamImage[] WANTED = wanted();

  private static final ThreadLocal<StreamImage> IMAGE = ThreadLocal.withInitial(StreamImage::new);

  private final int stream = StressedStreams.create(FIRST);

  @Actor
  public void write() {
    StressedStreams.append(stream, FIRST, FIRST + APPENDS);
  }

  @Actor
  public void read(I_Result result) {
    StreamImage image = IMAGE.get();
    int seen = READER.image(stream, image) ? image.count() - FIRST : -1;
    boolean isPrefix = seen >= 0 && seen <= APPENDS && image.sameAs(WANTED[seen]);
    result.r1 = isPrefix ? seen : -1;
  }

  private static StreamImage[] wanted() {
    var images = new StreamImage[APPENDS + 1];
    for (int i = 0; i <= APPENDS; i++) {
      images[i] = new StreamImage();
      READER.image(StressedStreams.create(FIRST + i), images[i]);
    }
    return images;
  }
}
