package goku.format.snapshot;

import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.roaringbitmap.RoaringBitmap;

/// A small snapshot with one or two records of every kind.
final class Sample {
  static final long START = 1_700_006_400_000L;

  static final SnapshotInfo INFO =
      new SnapshotInfo(
          "ns1",
          3,
          123_456,
          START + 5_000_000,
          List.of(
              new BucketReference(START - 14_400_000, 2, 0xFEDC_BA98_7654_3210L),
              new BucketReference(START - 7_200_000, 1, 0x0123_4567_89AB_CDEFL)));

  static final SnapshotInfo WITHOUT_EPOCH = stated(-1, List.of());

  static final SnapshotInfo STATED = stated(17, inputs());

  private static List<InputRange> inputs() {
    var topic = new UUID(-2, 3);
    return List.of(
        new InputRange(
            new InputPartition(topic, 5, 300),
            new InputPosition(0, 0),
            new InputPosition(1L << 40, 70_000)),
        new InputRange(
            new InputPartition(topic, 0, -1), new InputPosition(7, 1), new InputPosition(7, 2)));
  }

  static SnapshotInfo stated(int leaderEpoch, List<InputRange> inputs) {
    return new SnapshotInfo(
        INFO.namespace(),
        INFO.shard(),
        INFO.offset(),
        INFO.recordMillis(),
        INFO.buckets(),
        Optional.of(
            new SnapshotState(
                223_456,
                new SnapshotLog(
                    new UUID(0x0123_4567_89AB_CDEFL, 0xFEDC_BA98_7654_3210L),
                    0x8877_6655_4433_2211L,
                    123_999,
                    leaderEpoch),
                START - 86_400_000,
                Holes.of(
                    new Hole(START - 9_000_000, START - 8_000_000, HoleCause.LOG_LOST),
                    new Hole(START - 7_200_000, START, HoleCause.MEMORY)),
                List.of(new SnapshotState.Decision(START - 7_200_000, 123_400)),
                inputs)));
  }

  static final List<Told> RECORDS =
      List.of(
          new Told.Metric("sys.cpu"),
          new Told.Pair("host=ü"),
          new Told.Pair("core=1"),
          new Told.Series(0x8877_6655_4433_2211L, List.of(0, 1)),
          new Told.Series(-2, List.of(0, 2, 1)),
          new Told.Removed(START - 14_400_000, RoaringBitmap.bitmapOf(7, 9, 70_000)),
          new Told.Streams(START - 7_200_000, true),
          new Told.Stream(
              1,
              new Told.State(
                  1, 7, 0, START / 1000 - 7200 + 60, 0, Double.doubleToRawLongBits(42), 64, 0),
              List.of(0xBE00_0000_0000_0000L)),
          new Told.Streams(START, false),
          new Told.Stream(
              0,
              new Told.State(40, 135, 3, START + 999, -1, 0x8000_0000_0000_0001L, 31, 32),
              List.of(0x0123_4567_89AB_CDEFL, -2L, 0xAA00_0000_0000_0000L)),
          new Told.Stream(
              1,
              new Told.State(20, 128, 2, START / 1000 - 1, 10_000_000_000L, 0, 0, 63),
              List.of(5L, 6L)));

  private Sample() {}
}
