package goku.format.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.roaringbitmap.RoaringBitmap;

class SnapshotPropertyTest {
  private static final int TERMS = 300;
  private static final int SERIES = 20;

  @Property(tries = 200)
  void readsWhatWasWritten(
      @ForAll("infos") SnapshotInfo info,
      @ForAll("series") List<Told> series,
      @ForAll("streams") List<Told> streams)
      throws IOException {
    List<Told> records = new ArrayList<>();
    for (int i = 0; i < TERMS; i++) {
      records.add(i % 3 == 0 ? new Told.Metric("m" + i) : new Told.Pair("ß=" + i));
    }
    records.addAll(series);
    records.addAll(streams);
    Path directory = Files.createTempDirectory("snapshot");
    Path file = directory.resolve("a");
    try {
      Told.write(file, info, records);
      SnapshotReader.verify(file);
      assertThat(SnapshotReader.info(file)).isEqualTo(info);
      assertThat(Told.read(file)).isEqualTo(records);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(directory);
    }
  }

  @Provide
  Arbitrary<SnapshotInfo> infos() {
    Arbitrary<Long> numbers = Arbitraries.longs();
    Arbitrary<Integer> counts = Arbitraries.integers().greaterOrEqual(0);
    var buckets = Combinators.combine(numbers, counts, numbers).as(BucketReference::new);
    return Combinators.combine(
            Arbitraries.strings().alpha().numeric().ofMaxLength(300),
            counts,
            numbers,
            numbers,
            buckets.list().ofMaxSize(20))
        .as(SnapshotInfo::new);
  }

  @Provide
  Arbitrary<List<Told>> series() {
    Arbitrary<List<Integer>> terms =
        Arbitraries.integers().between(0, TERMS - 1).list().ofMaxSize(40);
    Arbitrary<Told> series = Combinators.combine(Arbitraries.longs(), terms).as(Told.Series::new);
    return series.list().ofSize(SERIES);
  }

  @Provide
  Arbitrary<List<Told>> streams() {
    Arbitrary<Told> removed =
        Combinators.combine(Arbitraries.longs(), Arbitraries.integers().set().ofMaxSize(50))
            .as(
                (start, entries) ->
                    new Told.Removed(
                        start,
                        RoaringBitmap.bitmapOf(entries.stream().mapToInt(n -> n).toArray())));
    Arbitrary<Told> begun =
        Combinators.combine(Arbitraries.longs(), Arbitraries.of(true, false)).as(Told.Streams::new);
    Arbitrary<Told> first = begun;
    return Combinators.combine(
            first,
            Arbitraries.frequencyOf(
                    Tuple.of(1, removed), Tuple.of(2, begun), Tuple.of(10, stream()))
                .list()
                .ofMaxSize(60))
        .as(
            (begin, rest) -> {
              List<Told> all = new ArrayList<>(rest);
              all.addFirst(begin);
              return all;
            });
  }

  private static Arbitrary<Told> stream() {
    Arbitrary<Long> numbers = Arbitraries.longs();
    Arbitrary<Integer> leading =
        Arbitraries.integers().between(0, 32).map(n -> n == 32 ? StreamImage.NO_WINDOW : n);
    Arbitrary<Told.State> states =
        Combinators.combine(
                Arbitraries.longs().between(2, 2000),
                Arbitraries.integers().between(0, StreamImage.FLAGS),
                numbers,
                numbers,
                Arbitraries.oneOf(numbers, numbers.map(n -> n << 40)),
                leading,
                Arbitraries.integers().between(0, 63))
            .as(
                (bits, flags, timestamp, delta, value, zeros, trailing) ->
                    new Told.State(
                        (int) (bits / 2),
                        bits,
                        flags,
                        timestamp,
                        delta,
                        value,
                        zeros,
                        zeros == StreamImage.NO_WINDOW ? 0 : Math.min(trailing, 63 - zeros)));
    return Combinators.combine(Arbitraries.integers().between(0, SERIES - 1), states, numbers)
        .as((series, state, seed) -> new Told.Stream(series, state, words(state.bits(), seed)));
  }

  private static List<Long> words(long bits, long seed) {
    return LongStream.range(0, (bits + 63) / 64)
        .map(i -> ((seed + i) * 0x9E37_79B9_7F4A_7C15L) & mask(bits - i * 64))
        .boxed()
        .toList();
  }

  private static long mask(long bits) {
    return bits >= 64 ? -1 : -1L << (64 - bits);
  }
}
