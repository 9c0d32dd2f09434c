package goku.shortterm.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.format.bucket.BucketInfo;
import goku.model.Namespace;
import goku.model.ShardId;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The event that a finalized bucket is in S3. The Kafka record has the key
/// `<namespace>/<shard>/<start>` and this event as JSON for its value.
///
/// An event may be repeated, come from each replica, and follow one of a higher generation: the
/// highest generation of a key counts.
///
/// @param startMillis the first millisecond of the bucket's window
/// @param bytes the length of the file
/// @param checksum the checksum of the file, 16 hexadecimal digits
/// @param s3Bucket the S3 bucket of the file, whose key is `s3Key`
public record FinalizedEvent(
    String namespace,
    int shard,
    long startMillis,
    long lengthMillis,
    int generation,
    long bytes,
    String checksum,
    int series,
    long points,
    String s3Bucket,
    String s3Key) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static FinalizedEvent of(Namespace namespace, ShardId shard, BucketContent content) {
    BucketInfo info = content.info();
    return new FinalizedEvent(
        shard.namespace(),
        shard.shard(),
        info.startMillis(),
        info.lengthMillis(),
        info.generation(),
        content.bytes(),
        HexFormat.of().toHexDigits(content.checksum()),
        content.series(),
        content.points(),
        namespace.s3Bucket(),
        S3Keys.bucket(shard, info.startMillis(), info.generation()));
  }

  /// Returns the key of the record.
  byte[] recordKey() {
    return "%s/%d/%d".formatted(namespace, shard, startMillis).getBytes(StandardCharsets.UTF_8);
  }

  /// Returns the value of the record.
  byte[] recordValue() {
    try {
      return MAPPER.writeValueAsBytes(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + this, impossible);
    }
  }
}
