package goku.shortterm.finalization;

import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.index.SeriesIndex;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.model.PointBuffer;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.BucketPart;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.bucket.SeriesOfMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/// The writing of unchanging parts of a bucket to a file, which is then mapped. The caller holds a
/// pin that was taken when the parts were sealed.
///
/// @param leftOut hashes of metrics whose series are left out of the file
/// @param seriesLeftOut receives the number of these series
/// @param slotLimit a number above all slots of series with datapoints in the parts
record FinalizationJob(
    BucketInfo info,
    List<BucketPart> parts,
    Set<Long> leftOut,
    IntConsumer seriesLeftOut,
    int slotLimit,
    SeriesIndex index,
    Path path,
    SlabPool pool,
    MemoryUse use) {
  CompletableFuture<FinalizedPart> submit(Executor background) {
    try {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              return run();
            } catch (IOException e) {
              throw new CompletionException(e);
            }
          },
          background);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private FinalizedPart run() throws IOException {
    var order = new SeriesNameOrder(index, slots());
    write(order);
    BucketFile file = BucketFile.open(path);
    var part = new FinalizedPart(file, path, pool, use);
    for (int entry = 0; entry < order.size(); entry++) {
      part.add(order.slot(entry), entry);
    }
    return part;
  }

  private int[] slots() {
    int[] slots = new int[1024];
    int count = 0;
    int without = 0;
    IntPredicate unwanted =
        leftOut.isEmpty() ? slot -> false : SeriesOfMetrics.withHashes(index, leftOut);
    for (int slot = 0; slot < slotLimit; slot++) {
      if (has(slot) && unwanted.test(slot)) {
        without++;
      } else if (has(slot)) {
        if (count == slots.length) {
          slots = Arrays.copyOf(slots, count * 2);
        }
        slots[count++] = slot;
      }
    }
    seriesLeftOut.accept(without);
    return Arrays.copyOf(slots, count);
  }

  private boolean has(int slot) {
    for (BucketPart part : parts) {
      if (part.hasForFile(slot)) {
        return true;
      }
    }
    return false;
  }

  private void write(SeriesNameOrder order) throws IOException {
    try (var writer = new BucketFileWriter(path, info, order.metrics(), order.pairs())) {
      var points = new PointBuffer();
      int[] terms = new int[64];
      for (int n = 0; n < order.size(); n++) {
        points.clear();
        Bucket.readForFile(parts, order.slot(n), points);
        int count = order.terms(n, terms);
        if (count > terms.length) {
          terms = new int[count];
          order.terms(n, terms);
        }
        writer.add(index.series().hash(order.slot(n)), terms, count, points);
      }
      writer.finish();
    }
  }
}
