package goku.compactor.shuffle;

import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.format.bucket.BucketSeriesCursor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The output files of a split, all written at the same time. Owned by one thread.
final class SplitOutputs implements AutoCloseable {
  private final BucketFile file;
  private final TermSubset[] subsets;
  private final @Nullable BucketFileWriter[] writers;
  private int[] terms = new int[16];

  /// @param subsets the terms of each shard
  SplitOutputs(BucketFile file, TermSubset[] subsets) {
    this.file = file;
    this.subsets = subsets;
    writers = new BucketFileWriter[subsets.length];
  }

  void open(int shard, Path path, BucketInfo info) throws IOException {
    TermSubset subset = subsets[shard];
    writers[shard] = new BucketFileWriter(path, info, subset.metrics(file), subset.pairs(file));
  }

  /// Copies the current series of the cursor.
  void add(int shard, BucketSeriesCursor series) throws IOException {
    TermSubset subset = subsets[shard];
    int count = series.termCount();
    if (terms.length < count) {
      terms = new int[count];
    }
    for (int i = 0; i < count; i++) {
      terms[i] = subset.number(series.terms()[i]);
    }
    BucketFileWriter writer = Objects.requireNonNull(writers[shard]);
    writer.copy(file, series.entry(), series.hash(), terms, count);
  }

  /// Completes all files.
  void finish() throws IOException {
    for (BucketFileWriter writer : writers) {
      if (writer != null) {
        writer.finish();
      }
    }
  }

  /// Removes the files that are not complete.
  @Override
  public void close() throws IOException {
    IOException failed = null;
    for (BucketFileWriter writer : writers) {
      try {
        if (writer != null) {
          writer.close();
        }
      } catch (IOException e) {
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
