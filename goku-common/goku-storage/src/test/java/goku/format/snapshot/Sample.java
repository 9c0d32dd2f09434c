package goku.format.snapshot;

import java.util.List;
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
