package goku.model;

import java.util.Arrays;

/// A renamed metric as ingestors store it.
public final class StoredMetric {
  private final byte[] name;
  private final long nameHash;
  private final byte[] stored;
  private final long storedHash;
  private final boolean pending;

  private StoredMetric(byte[] name, byte[] stored, boolean pending) {
    this.name = name;
    this.nameHash = NameHash.of(name);
    this.stored = stored;
    this.storedHash = NameHash.of(stored);
    this.pending = pending;
  }

  static StoredMetric of(MetricRename entry) {
    return new StoredMetric(
        NameText.bytes(entry.name()), NameText.bytes(entry.stored()), entry.isPending());
  }

  long nameHash() {
    return nameHash;
  }

  boolean isOf(byte[] metric, int length) {
    return Arrays.equals(name, 0, name.length, metric, 0, length);
  }

  /// Copies the stored name into the array and returns its length.
  public int copyTo(byte[] target) {
    System.arraycopy(stored, 0, target, 0, stored.length);
    return stored.length;
  }

  /// Returns the length of the stored name in bytes.
  public int length() {
    return stored.length;
  }

  /// Returns the hash of the stored name.
  public long hash() {
    return storedHash;
  }

  /// Returns whether the name takes no datapoints, because it is about to be given to another
  /// metric.
  public boolean isPending() {
    return pending;
  }
}
