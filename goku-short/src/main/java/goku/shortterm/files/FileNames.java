package goku.shortterm.files;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of a shard's files, on the local disk and in S3.
public final class FileNames {
  private static final long MILLIS = 1000;
  private static final Pattern BUCKET = Pattern.compile("bucket-(\\d{1,15})-(\\d{1,9})\\.goku");
  private static final Pattern SNAPSHOT = Pattern.compile("snapshot-([0-8]\\d{18})\\.goku");

  private FileNames() {}

  public static String bucket(long startMillis, int generation) {
    return "bucket-%d-%d.goku".formatted(startMillis / MILLIS, generation);
  }

  /// Returns the name of a snapshot. Names sort by number.
  public static String snapshot(long number) {
    return "snapshot-%019d.goku".formatted(number);
  }

  /// Parses the name of a bucket's file; empty for other names.
  public static Optional<BucketName> parseBucket(String name) {
    Matcher match = BUCKET.matcher(name);
    return match.matches()
        ? Optional.of(
            new BucketName(
                Long.parseLong(match.group(1)) * MILLIS, Integer.parseInt(match.group(2))))
        : Optional.empty();
  }

  /// Returns the number in the name of a snapshot; empty for other names.
  public static OptionalLong parseSnapshot(String name) {
    Matcher match = SNAPSHOT.matcher(name);
    return match.matches() ? OptionalLong.of(Long.parseLong(match.group(1))) : OptionalLong.empty();
  }
}
