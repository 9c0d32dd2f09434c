package goku.shortterm.backup;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/// The metrics of the backup.
record BackupMetrics(
    Counter buckets,
    Counter snapshots,
    Counter uploadedBytes,
    Counter conflicts,
    Counter damagedObjects,
    Counter notes,
    Counter removed,
    Counter restoredHere,
    Counter restoredThere,
    Counter downloads,
    Counter downloadedBytes,
    Counter unusable) {

  static BackupMetrics in(MeterRegistry registry) {
    return new BackupMetrics(
        uploads(registry, "bucket"),
        uploads(registry, "snapshot"),
        counter(registry, "goku.backup.uploads.size", "bytes of files written to S3", "bytes"),
        counter(registry, "goku.backup.conflicts", "buckets that differ from those in S3", null),
        counter(
            registry,
            "goku.backup.objects.damaged",
            "buckets in S3 whose content was not that of their checksum, replaced by the local"
                + " file",
            null),
        counter(
            registry,
            "goku.backup.objects.noted",
            "objects in S3 that this node could not read and left a note for the others",
            null),
        counter(registry, "goku.backup.removed", "objects removed from S3", null),
        restored(registry, "disk"),
        restored(registry, "s3"),
        counter(registry, "goku.backup.downloads", "files read from S3 by recoveries", null),
        counter(registry, "goku.backup.downloads.size", "bytes of files read from S3", "bytes"),
        counter(
            registry,
            "goku.backup.snapshots.unusable",
            "snapshots that a recovery could not use, broken or without a bucket file",
            null));
  }

  private static Counter uploads(MeterRegistry registry, String kind) {
    return Counter.builder("goku.backup.uploads")
        .description("files written to S3")
        .tag("kind", kind)
        .register(registry);
  }

  private static Counter restored(MeterRegistry registry, String where) {
    return Counter.builder("goku.backup.restored")
        .description("files that the check found missing and had made again")
        .tag("where", where)
        .register(registry);
  }

  private static Counter counter(
      MeterRegistry registry, String name, String description, @Nullable String unit) {
    return Counter.builder(name).description(description).baseUnit(unit).register(registry);
  }
}
