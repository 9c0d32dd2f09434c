package goku.format.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/// A record that a visitor received or that a writer is given.
sealed interface Told {
  void write(SnapshotWriter writer) throws IOException;

  record Metric(String name) implements Told {
    @Override
    public void write(SnapshotWriter writer) throws IOException {
      writer.metric(name.getBytes(UTF_8));
    }
  }

  record Pair(String text) implements Told {
    @Override
    public void write(SnapshotWriter writer) throws IOException {
      writer.pair(text.getBytes(UTF_8));
    }
  }

  record Series(long hash, List<Integer> terms) implements Told {
    @Override
    public void write(SnapshotWriter writer) throws IOException {
      writer.series(hash, terms.stream().mapToInt(n -> n).toArray(), terms.size());
    }
  }

  record Removed(long startMillis, RoaringBitmap entries) implements Told {
    @Override
    public void write(SnapshotWriter writer) throws IOException {
      writer.removed(startMillis, entries);
    }
  }

  record Streams(long startMillis, boolean sealed) implements Told {
    @Override
    public void write(SnapshotWriter writer) throws IOException {
      writer.streams(startMillis, sealed);
    }
  }

  record Stream(int series, State state, List<Long> words) implements Told {
    static Stream of(int series, StreamImage image) {
      var state =
          new State(
              image.count(),
              image.bits(),
              image.flags(),
              image.timestamp(),
              image.delta(),
              image.value(),
              image.leading(),
              image.trailing());
      List<Long> words = Arrays.stream(image.words()).limit(image.wordCount()).boxed().toList();
      return new Stream(series, state, words);
    }

    @Override
    public void write(SnapshotWriter writer) throws IOException {
      var image = new StreamImage();
      long[] into = image.begin(state.count, state.bits);
      for (int i = 0; i < words.size(); i++) {
        into[i] = words.get(i);
      }
      image.setState(
          state.flags, state.timestamp, state.delta, state.value, state.leading, state.trailing);
      writer.stream(series, image);
    }
  }

  record State(
      int count,
      long bits,
      int flags,
      long timestamp,
      long delta,
      long value,
      int leading,
      int trailing) {}

  static void write(Path file, SnapshotInfo info, List<Told> records) throws IOException {
    try (var writer = new SnapshotWriter(file, info)) {
      for (Told record : records) {
        record.write(writer);
      }
      writer.finish();
    }
  }

  static List<Told> read(Path file) throws IOException {
    var visitor = new Listener();
    SnapshotReader.read(file, visitor);
    return visitor.told;
  }

  /// A visitor that collects records, and overwrites the arrays that it receives, as it may.
  final class Listener implements SnapshotReader.Visitor {
    private final List<Told> told = new ArrayList<>();

    @Override
    public void metric(byte[] utf8) {
      told.add(new Metric(new String(utf8, UTF_8)));
    }

    @Override
    public void pair(byte[] utf8) {
      told.add(new Pair(new String(utf8, UTF_8)));
    }

    @Override
    public void series(long hash, int[] terms, int termCount) {
      told.add(new Series(hash, Arrays.stream(terms, 0, termCount).boxed().toList()));
      Arrays.fill(terms, -7);
    }

    @Override
    public void removed(long startMillis, RoaringBitmap entries) {
      told.add(new Removed(startMillis, entries));
    }

    @Override
    public void streams(long startMillis, boolean sealed) {
      told.add(new Streams(startMillis, sealed));
    }

    @Override
    public void stream(int series, StreamImage image) {
      told.add(Stream.of(series, image));
      Arrays.fill(image.words(), -7);
    }
  }
}
