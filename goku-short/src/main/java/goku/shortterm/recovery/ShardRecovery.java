package goku.shortterm.recovery;

import goku.format.snapshot.SnapshotInfo;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// The loading of one shard from a snapshot and its bucket files, on threads of the node. A shard
/// without a snapshot counts as loaded. Thread-safe.
public final class ShardRecovery {
  private final Shard shard;
  private final Optional<SnapshotInfo> snapshot;
  private final long logStart;
  private final @Nullable ShardLoader loader;
  private final CompletableFuture<Void> loaded;

  /// Begins to load. Until the end, the loading thread is the shard's writer.
  ///
  /// @param snapshot what to begin with, whose files are all there; empty for nothing
  /// @param logStart the first offset that the log has
  /// @param loaders runs the loading
  public ShardRecovery(
      Shard shard,
      NodeResources node,
      ShardFiles files,
      Optional<SnapshotInfo> snapshot,
      long logStart,
      Executor loaders) {
    this.shard = shard;
    this.snapshot = snapshot;
    this.logStart = logStart;
    if (snapshot.isPresent()) {
      var loading = new ShardLoader(shard, node, files, snapshot.get());
      loader = loading;
      loaded =
          CompletableFuture.runAsync(() -> run(loading::loadStreams), loaders)
              .thenRunAsync(() -> run(() -> loadFiles(loading)), loaders);
    } else {
      loader = null;
      loaded = CompletableFuture.completedFuture(null);
    }
  }

  /// Returns the last offset of the log that the shard begins with, or that was before the log's
  /// start; empty when the shard begins with nothing.
  public Optional<Long> recoveredOffset() {
    return snapshot.map(info -> Math.max(info.offset(), logStart - 1));
  }

  /// Datapoints before this millisecond are not all loaded yet.
  public long completeFromMillis() {
    return loader == null ? Long.MIN_VALUE : loader.completeFromMillis();
  }

  /// Returns whether the shard is loaded, or could not be loaded.
  public boolean hasEnded() {
    return loaded.isDone();
  }

  /// Returns whether the shard is loaded.
  public boolean isLoaded() {
    return loaded.isDone() && !loaded.isCompletedExceptionally();
  }

  /// Returns why the shard is not loaded; empty when it is.
  public Optional<String> complaint() {
    if (loaded.isCompletedExceptionally()) {
      return Optional.of("could not be brought back from its files");
    }
    return loaded.isDone() ? Optional.empty() : Optional.of("coming back from its files");
  }

  /// Waits until the shard is loaded.
  ///
  /// @throws IllegalStateException when the shard could not be loaded
  public void await() {
    try {
      var _ = loaded.join();
    } catch (CompletionException e) {
      throw new IllegalStateException(
          "shard %s could not be brought back from its files".formatted(shard.id()), e.getCause());
    }
  }

  /// Waits until the shard is loaded, or could not be loaded.
  public void awaitEnd() {
    loaded.handle((nothing, failure) -> true).join();
  }

  private void loadFiles(ShardLoader loading) throws IOException {
    loading.loadFiles();
    shard.logBegins(logStart);
  }

  private static void run(LoadingStep step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FunctionalInterface
  private interface LoadingStep {
    void run() throws IOException;
  }
}
