package goku.cluster.block;

import goku.service.ClusterException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The storage of texts too large for one ZooKeeper node, in several parts.
record BlockParts(CuratorFramework curator, String path) {
  private static final Logger LOG = LoggerFactory.getLogger(BlockParts.class);

  /// The largest part in bytes. ZooKeeper rejects packets of 1 MiB; the rest is for the other
  /// fields.
  private static final int PART_BYTES = 900_000;

  /// The maximum number of parts, as each ZooKeeper server and each process keeps them in memory.
  private static final int MOST_PARTS = 16;

  /// Writes the text. Returns the names of the new parts.
  List<String> write(byte[] text) throws Exception {
    byte[] packed = pack(text);
    int count = (packed.length + PART_BYTES - 1) / PART_BYTES;
    if (count > MOST_PARTS) {
      throw new ClusterException(
          "cannot store blocklist bytes=%d (compressed): the limit is %d; block by prefix, or unblock metrics that are no longer written"
              .formatted(packed.length, MOST_PARTS * PART_BYTES));
    }
    var id = UUID.randomUUID().toString();
    List<String> names = new ArrayList<>();
    for (int part = 0; part < count; part++) {
      String name = id + "-" + part;
      int from = part * PART_BYTES;
      byte[] piece = Arrays.copyOfRange(packed, from, Math.min(packed.length, from + PART_BYTES));
      curator.create().orSetData().creatingParentsIfNeeded().forPath(path + "/" + name, piece);
      names.add(name);
    }
    return names;
  }

  /// Returns the text of the parts.
  ///
  /// @throws NoNodeException if a part is missing because the list has changed
  byte[] read(List<String> names) throws Exception {
    var packed = new ByteArrayOutputStream();
    for (String name : names) {
      packed.write(curator.getData().forPath(path + "/" + name));
    }
    try (var text = new GZIPInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
      return text.readAllBytes();
    }
  }

  /// Removes parts that are no longer referenced. A part that cannot be removed is harmless.
  void remove(List<String> names) {
    for (String name : names) {
      try {
        curator.delete().quietly().forPath(path + "/" + name);
      } catch (Exception failed) {
        LOG.warn("unused blocklist part not removed path={}/{}", path, name, failed);
      }
    }
  }

  private static byte[] pack(byte[] text) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(text);
    }
    return packed.toByteArray();
  }
}
