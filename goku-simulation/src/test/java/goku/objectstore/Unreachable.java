package goku.objectstore;

import software.amazon.awssdk.core.exception.SdkClientException;

/// A factory of the failures of an S3 that does not answer.
public final class Unreachable {
  private static final ObjectStoreConfig CONFIG =
      new ObjectStoreConfig("http://simulated", "us-east-1", "", "", true);

  private Unreachable() {}

  public static ObjectStoreException failure(String task) {
    return ObjectStoreException.of(
        task, "", CONFIG, SdkClientException.builder().message("simulated").build());
  }
}
