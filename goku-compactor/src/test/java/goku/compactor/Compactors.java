package goku.compactor;

import goku.compactor.job.Merger;
import goku.compactor.job.Splitter;
import goku.compactor.transfer.Storage;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SharedSettings;
import goku.objectstore.ObjectStoreConfig;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// Compactors over objects in memory.
final class Compactors {
  private static final ObjectStoreConfig NOWHERE =
      new ObjectStoreConfig("http://127.0.0.1:1", "us-east-1", "goku", "secret", true);

  private Compactors() {}

  static CompactorConfig config(Path directory) {
    return new CompactorConfig(NOWHERE, directory, Duration.ofMillis(100), 1, Duration.ofDays(1));
  }

  static CompactorService of(
      Path directory, Namespace namespace, InstantSource clock, Storage storage) {
    var work = new TextWork();
    return of(directory, namespace, clock, storage, work, work, new SimpleMeterRegistry());
  }

  static CompactorService of(
      Path directory,
      Namespace namespace,
      InstantSource clock,
      Storage storage,
      Splitter splitter,
      Merger merger,
      MeterRegistry registry) {
    Ownership all = Ownership.all(new Namespaces(List.of(namespace)));
    return of(directory, namespace, clock, storage, splitter, merger, registry, all);
  }

  static CompactorService of(
      Path directory,
      Namespace namespace,
      InstantSource clock,
      Storage storage,
      Splitter splitter,
      Merger merger,
      MeterRegistry registry,
      Ownership ownership) {
    return new CompactorService(
        config(directory),
        SharedSettings.fixed(new Namespaces(List.of(namespace))),
        registry,
        clock,
        ownership,
        each -> storage,
        () -> {},
        splitter,
        merger);
  }

  /// Stores a finalized bucket with the given series, each with its generation as the value.
  static void finalized(
      MemoryStorage storage, int shard, long startMillis, int generation, int... series) {
    var text = new StringBuilder();
    for (int each : series) {
      text.append(TextWork.line(each, startMillis, generation));
    }
    storage.text(
        TierKeys.finalized(new BucketKey(shard, 0, startMillis, generation)), text.toString());
  }
}
