package goku.longterm.bulkload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.longterm.Buckets;
import goku.longterm.bulkload.DownloadQueue.Item;
import goku.model.ShardId;
import goku.tier.BucketKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DownloadQueueTest {
  private final List<BucketKey> done = new CopyOnWriteArrayList<>();

  @Test
  void lowTiersComeFirstAndTheNewestOfEach() throws Exception {
    try (var queue = new DownloadQueue(1)) {
      CountDownLatch begin = block(queue);
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (BucketKey key :
          List.of(key(5, 1), key(1, 300), key(2, 80), key(1, 301), key(2, 81), key(1, 299))) {
        all.add(queue.add(item(key), () -> done.add(key)));
      }
      begin.countDown();
      all.forEach(CompletableFuture::join);
      assertThat(done)
          .containsExactly(
              key(1, 301), key(1, 300), key(1, 299), key(2, 81), key(2, 80), key(5, 1));
    }
  }

  @Test
  void waitingItemsAreNotAddedAgainButFinishedOnesAre() throws Exception {
    try (var queue = new DownloadQueue(1)) {
      CountDownLatch begin = block(queue);
      Runnable work = () -> done.add(key(1, 300));
      CompletableFuture<Void> once = queue.add(item(key(1, 300)), work);
      assertThat(queue.add(item(key(1, 300)), work)).isSameAs(once);
      begin.countDown();
      once.join();
      queue.add(item(key(1, 300)), work).join();
      assertThat(done).hasSize(2);
      assertThat(queue.size()).isZero();
    }
  }

  @Test
  void callersThatWaitGetTheFailure() {
    try (var queue = new DownloadQueue(1)) {
      CompletableFuture<Void> failing =
          queue.add(
              item(key(1, 300)),
              () -> {
                throw new IllegalStateException("away");
              });
      assertThatThrownBy(failing::join).hasRootCauseMessage("away");
    }
  }

  @Test
  void cancellingAShardEndsOnlyItsWaitingAndRunningWork() throws Exception {
    var other = new Item(new ShardId("ns", 2), key(1, 300));
    try (var queue = new DownloadQueue(1)) {
      CountDownLatch never = block(queue);
      CompletableFuture<Void> waiting = queue.add(item(key(1, 300)), () -> done.add(key(1, 300)));
      CompletableFuture<Void> ofOther = queue.add(other, () -> done.add(key(1, 301)));
      queue.cancel(new ShardId("ns", 1));
      assertThatThrownBy(waiting::join).isInstanceOf(CancellationException.class);
      ofOther.join();
      assertThat(done).containsExactly(key(1, 301));
      assertThat(never.getCount()).as("the running work was interrupted").isEqualTo(1);
      queue.add(item(key(1, 300)), () -> done.add(key(1, 300))).join();
      assertThat(done).as("after the shard returns").containsExactly(key(1, 301), key(1, 300));
    }
  }

  /// Keeps the only thread busy until the result is counted down.
  private static CountDownLatch block(DownloadQueue queue) {
    var begin = new CountDownLatch(1);
    var _ =
        queue.add(
            item(key(1, 1)),
            () -> {
              try {
                begin.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    return begin;
  }

  private static Item item(BucketKey key) {
    return new Item(new ShardId("ns", 1), key);
  }

  private static BucketKey key(int tier, long number) {
    return Buckets.key(tier, number, 1);
  }
}
