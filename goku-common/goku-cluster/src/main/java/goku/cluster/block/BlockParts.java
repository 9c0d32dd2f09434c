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

/// Texts that one node of ZooKeeper cannot hold, in several.
record BlockParts(CuratorFramework curator, String path) {
  private static final Logger LOG = LoggerFactory.getLogger(BlockParts.class);

  /// ZooKeeper refuses packets of 1 MiB; some is left for the packet's other fields.
  private static final int PART_BYTES = 900_000;

  /// Everything is in the memory of every server and process.
  private static final int MOST_PARTS = 16;

  /// The names of the new parts.
  List<String> write(byte[] text) throws Exception {
    byte[] packed = pack(text);
    int count = (packed.length + PART_BYTES - 1) / PART_BYTES;
    if (count > MOST_PARTS) {
      throw new ClusterException(
          "blocks: the list takes %d bytes compressed, the limit is %d: block by prefix, or unblock what is not written any more"
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

  /// @throws NoNodeException when a part is gone, because the list has changed
  byte[] read(List<String> names) throws Exception {
    var packed = new ByteArrayOutputStream();
    for (String name : names) {
      packed.write(curator.getData().forPath(path + "/" + name));
    }
    try (var text = new GZIPInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
      return text.readAllBytes();
    }
  }

  /// Removes parts that nobody names any more. What cannot be removed does no harm.
  void remove(List<String> names) {
    for (String name : names) {
      try {
        curator.delete().quietly().forPath(path + "/" + name);
      } catch (Exception failed) {
        LOG.warn("{}/{} is not needed any more and cannot be removed", path, name, failed);
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
