package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.FormatException;
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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The upload of a bucket's file to S3, unless it is there, with its event. Of several replicas the
/// first one writes, the others compare. The compactor may have removed the file after consuming
/// it. Uploading it again does no harm: the compactor knows the generations that it has consumed.
///
/// The stated checksum of an object is its sender's. So the sender verifies its file before the
/// upload, and reads the object back once after it. Another replica reads the object when the shard
/// no longer needs the file, which is about to be removed. Until then it compares the stated
/// checksum, unless a note says that the object is damaged. So each replica reads each object once:
/// the checksums that a service computes itself are newer than many compatible services, and Goku's
/// requests do not depend on them.
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
        shard.verified(name());
        return;
      }
      verifyFile();
      if (store.putIfAbsent(event.s3Bucket(), event.s3Key(), about, metadata())) {
        to.metrics().buckets().increment();
        to.metrics().uploadedBytes().increment((double) event.bytes());
        shard.noConflict(name());
        readBack();
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

  private Map<String, String> metadata() {
    return Map.of(CHECKSUM, event.checksum());
  }

  /// Verifies all bytes of the file on the disk. A damaged file is written again from its mapping
  /// if that is good, or is repaired from S3, and then the next try succeeds.
  private void verifyFile() throws IOException {
    try (BucketContent content = to.checks().openBucket(about)) {
      content.verify();
      requireChecksum(content);
    } catch (FormatException damaged) {
      Optional<MappedBucket> mapped = shard.held(name());
      if (mapped.isPresent()) {
        mend(mapped.get());
      }
      throw new IOException(
          "cannot upload %s: %s; copy the file from another replica's disk over it, or remove it if no replica has it"
              .formatted(about, damaged.getMessage()),
          damaged);
    }
  }

  private static void mend(MappedBucket mapped) throws IOException {
    try {
      mapped.mend();
    } catch (FormatException damagedToo) {
      // reported to the repair
      LOG.debug("mapping damaged too file={}", mapped.file(), damagedToo);
    }
  }

  /// Verifies all bytes of the object, once. A damaged one is replaced by the file, which was
  /// verified.
  private void readBack() throws IOException {
    if (shard.isVerified(name())) {
      return;
    }
    Optional<FormatException> damage = damageOfObject();
    if (damage.isPresent()) {
      to.metrics().damagedObjects().increment();
      LOG.error(
          "object damaged, replaced object=s3://{}/{} cause={}",
          event.s3Bucket(),
          event.s3Key(),
          damage.get().getMessage());
      verifyFile();
      to.store().put(event.s3Bucket(), event.s3Key(), about, metadata());
      to.metrics().uploadedBytes().increment((double) event.bytes());
      damage = damageOfObject();
    }
    if (damage.isPresent()) {
      throw new IOException(
          "s3://%s/%s does not keep what is written to it: %s; check that service"
              .formatted(event.s3Bucket(), event.s3Key(), damage.get().getMessage()));
    }
    shard.verified(name());
  }

  private Optional<FormatException> damageOfObject() throws IOException {
    try {
      return readObject(
          content -> {
            content.verify();
            requireChecksum(content);
            return Optional.empty();
          });
    } catch (FormatException damaged) {
      return Optional.of(damaged);
    }
  }

  private void requireChecksum(BucketContent content) {
    String found = HexFormat.of().toHexDigits(content.checksum());
    if (!found.equals(event.checksum())) {
      throw new CorruptException("bucket file", 0, "checksum " + found, event.checksum());
    }
  }

  private BucketName name() {
    return new BucketName(event.startMillis(), event.generation());
  }

  private void compare(ObjectHead there) throws IOException, InterruptedException {
    String checksum = there.metadata().get(CHECKSUM);
    if (checksum == null && there.bytes() == event.bytes()) {
      checksum = checksumOfContent();
    }
    boolean isDoubted = shard.isDoubted(name());
    // of the stated checksum, but of another length: the object is damaged
    boolean isOfThisFile = there.bytes() == event.bytes() || isDoubted;
    if (isOfThisFile && event.checksum().equals(checksum)) {
      shard.noConflict(name());
      if (!shard.isHeld(name()) || isDoubted) {
        // the file is about to be removed, or another node could not read the object
        readBack();
      }
      if (isDoubted) {
        new DamageNotes(to).remove(shard, event.s3Key());
      }
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
    return readObject(content -> HexFormat.of().toHexDigits(content.checksum()));
  }

  private <T> T readObject(Function<BucketContent, T> reader) throws IOException {
    Path copy = about.resolveSibling(about.getFileName() + ".compared.part");
    try {
      if (!to.store().download(event.s3Bucket(), event.s3Key(), copy)) {
        throw new NoSuchFileException("s3://" + event.s3Bucket() + "/" + event.s3Key());
      }
      try (BucketContent content = to.checks().openBucket(copy)) {
        return reader.apply(content);
      }
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}
