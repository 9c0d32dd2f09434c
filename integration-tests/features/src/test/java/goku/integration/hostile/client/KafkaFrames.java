package goku.integration.hostile.client;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.RequestUtils;

/// Requests of the Kafka protocol as bytes, with the length before each.
public final class KafkaFrames {
  /// The newest versions that name topics by name.
  private static final short PRODUCE_VERSION = 12;

  private static final short FETCH_VERSION = 12;
  private static final short METADATA_VERSION = 12;

  private KafkaFrames() {}

  /// Returns only a length.
  public static byte[] announced(int bytes) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array();
  }

  /// Returns a request that produces the bytes of record batches to the first partition of a topic.
  public static byte[] produce(String topic, byte[] batches) {
    var partition =
        new ProduceRequestData.PartitionProduceData()
            .setIndex(0)
            .setRecords(MemoryRecords.readableRecords(ByteBuffer.wrap(batches)));
    var topics = new ProduceRequestData.TopicProduceDataCollection();
    topics.add(
        new ProduceRequestData.TopicProduceData()
            .setName(topic)
            .setPartitionData(List.of(partition)));
    var data = new ProduceRequestData().setAcks((short) 1).setTimeoutMs(1_000).setTopicData(topics);
    return frame(ApiKeys.PRODUCE, PRODUCE_VERSION, data);
  }

  /// Returns a request for everything of a topic.
  public static byte[] fetch(String topic) {
    var partition =
        new FetchRequestData.FetchPartition()
            .setPartition(0)
            .setPartitionMaxBytes(Integer.MAX_VALUE);
    var topics =
        List.of(
            new FetchRequestData.FetchTopic().setTopic(topic).setPartitions(List.of(partition)));
    var data =
        new FetchRequestData()
            .setMaxBytes(Integer.MAX_VALUE)
            .setMaxWaitMs(Integer.MAX_VALUE)
            .setMinBytes(Integer.MAX_VALUE)
            .setTopics(topics);
    return frame(ApiKeys.FETCH, FETCH_VERSION, data);
  }

  /// Returns a request for the metadata of topics that do not exist.
  public static byte[] metadata(int topics) {
    var data = new MetadataRequestData().setAllowAutoTopicCreation(true);
    for (int i = 0; i < topics; i++) {
      data.topics().add(new MetadataRequestData.MetadataRequestTopic().setName("no-topic-" + i));
    }
    return frame(ApiKeys.METADATA, METADATA_VERSION, data);
  }

  /// Returns a valid batch of one record for each value.
  public static byte[] batch(List<byte[]> values) {
    SimpleRecord[] records = values.stream().map(SimpleRecord::new).toArray(SimpleRecord[]::new);
    ByteBuffer buffer = MemoryRecords.withRecords(Compression.NONE, records).buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static byte[] frame(ApiKeys key, short version, ApiMessage data) {
    var header = new RequestHeader(key, version, "hostile", 1);
    ByteBuffer body = RequestUtils.serialize(header.data(), header.headerVersion(), data, version);
    int length = body.remaining();
    return ByteBuffer.allocate(Integer.BYTES + length).putInt(length).put(body).array();
  }
}
