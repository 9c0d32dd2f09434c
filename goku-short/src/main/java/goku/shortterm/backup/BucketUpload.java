package goku.shortterm.backup;

import goku.objectstore.ObjectHead;
import goku.objectstore.ObjectStore;
import goku.shortterm.files.BucketName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The upload of a bucket's file to S3, unless it is there, with its event. Of several replicas the
/// first one writes, the others compare. The compactor may have removed the file after consuming
/// it. Uploading it again does no harm: the compactor knows the generations that it has consumed.
record BucketUpload(ShardInventory shard, Path about, FinalizedEvent event, Destination to)
    implements BackupTask {
  private static final Logger LOG = LoggerFactory.getLogger(BucketUpload.class);

  /// The metadata key of the object.
  static final String CHECKSUM = "checksum";

  @Override
  public OptionalLong window() {
    return OptionalLong.of(event.startMillis());
  }

  @Override
  public void run() throws IOException, InterruptedException {
    ObjectStore store = to.store();
    Optional<ObjectHead> there = store.head(event.s3Bucket(), event.s3Key());
    if (there.isEmpty()) {
      if (!Files.exists(about)) {
        if (shard.isHeld(name())) { // files of later windows must not come to S3 before it
          throw new NoSuchFileException(
              about + " was removed before its upload; the next check writes it again");
        }
        LOG.error("file removed before its upload file={}", about);
        return;
      }
      Map<String, String> metadata = Map.of(CHECKSUM, event.checksum());
      if (store.putIfAbsent(event.s3Bucket(), event.s3Key(), about, metadata)) {
        to.metrics().buckets().increment();
        to.metrics().uploadedBytes().increment((double) event.bytes());
        shard.noConflict(name());
        to.events().publish(event);
        return;
      }
      there = store.head(event.s3Bucket(), event.s3Key());
    }
    if (there.isEmpty()) {
      throw new IOException(
          "s3://%s/%s was removed while it was compared"
              .formatted(event.s3Bucket(), event.s3Key()));
    }
    compare(there.get());
  }

  private BucketName name() {
    return new BucketName(event.startMillis(), event.generation());
  }

  private void compare(ObjectHead there) throws IOException, InterruptedException {
    String checksum = there.metadata().get(CHECKSUM);
    if (checksum == null && there.bytes() == event.bytes()) {
      checksum = checksumOfContent();
    }
    if (there.bytes() == event.bytes() && event.checksum().equals(checksum)) {
      shard.noConflict(name());
      // the writer may have died before publishing the event
      to.events().publish(event);
      return;
    }
    String message =
        "%s differs from s3://%s/%s, which another replica wrote: %d bytes with checksum %s here, %d bytes with checksum %s there; both are kept, remove the wrong one"
            .formatted(
                about,
                event.s3Bucket(),
                event.s3Key(),
                event.bytes(),
                event.checksum(),
                there.bytes(),
                checksum == null ? "unknown" : checksum);
    if (shard.conflict(name(), message)) {
      to.metrics().conflicts().increment();
      LOG.error(message);
    }
  }

  /// Returns the checksum of the content, for services without metadata.
  private String checksumOfContent() throws IOException {
    Path copy = about.resolveSibling(about.getFileName() + ".compared.part");
    try {
      if (!to.store().download(event.s3Bucket(), event.s3Key(), copy)) {
        throw new NoSuchFileException("s3://" + event.s3Bucket() + "/" + event.s3Key());
      }
      try (BucketContent content = to.checks().openBucket(copy)) {
        return HexFormat.of().toHexDigits(content.checksum());
      }
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}
