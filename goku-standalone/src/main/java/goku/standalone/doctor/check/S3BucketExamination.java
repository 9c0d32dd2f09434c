package goku.standalone.doctor.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/// A check that a bucket exists, and that a probe object can be written, listed, read and removed.
public record S3BucketExamination(ObjectStore store, String s3Bucket) implements Examination {
  @Override
  public String subject() {
    return "bucket " + s3Bucket;
  }

  @Override
  public List<Finding> examine() {
    String prefix = "goku-doctor/";
    String key = prefix + UUID.randomUUID();
    byte[] content = key.getBytes(UTF_8);
    try {
      store.put(s3Bucket, key, content);
      boolean listed = store.list(s3Bucket, prefix).stream().anyMatch(one -> one.key().equals(key));
      boolean same =
          store.get(s3Bucket, key).filter(there -> Arrays.equals(there, content)).isPresent();
      boolean exclusive = !store.putIfAbsent(s3Bucket, key, new byte[0]);
      store.delete(s3Bucket, key);
      return List.of(verdict(listed && same, exclusive));
    } catch (ObjectStoreException refused) {
      String message = String.valueOf(refused.getMessage());
      return List.of(
          refused.kind() == ObjectStoreException.Kind.NO_SUCH_BUCKET
              ? Finding.warn(subject(), "is not there", remedy(refused.kind()))
              : Finding.fail(subject(), message, remedy(refused.kind())));
    }
  }

  private Finding verdict(boolean consistent, boolean exclusive) {
    if (!consistent) {
      return Finding.fail(
          subject(),
          "a written object is not found at once",
          "Goku needs an S3 that is consistent after each write");
    }
    return exclusive
        ? Finding.ok(subject(), "can be written, listed, read and removed from")
        : Finding.fail(
            subject(),
            "an object was written over although If-None-Match forbade it",
            "take an S3 that knows conditional writes: two nodes could write the same object");
  }

  private String remedy(ObjectStoreException.Kind kind) {
    return switch (kind) {
      case UNREACHABLE -> "check s3.endpoint, that S3 runs, and the way there";
      case NO_CREDENTIALS -> "set them in the environment or the configuration of this service";
      case ACCESS_DENIED ->
          "allow s3:PutObject, GetObject, DeleteObject and ListBucket on it to the access key";
      case NO_SUCH_BUCKET ->
          "services make it when they start, if they may; else: aws s3 mb s3://" + s3Bucket;
      case REFUSED -> "read S3's message; most often region or path-style is wrong";
    };
  }
}
