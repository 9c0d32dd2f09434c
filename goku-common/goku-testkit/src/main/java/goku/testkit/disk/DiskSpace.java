package goku.testkit.disk;

import java.nio.file.FileStore;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import org.jspecify.annotations.Nullable;

/// The space of a simulated disk.
final class DiskSpace extends FileStore {
  private final SimulatedDisk disk;

  DiskSpace(SimulatedDisk disk) {
    this.disk = disk;
  }

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public String type() {
    return "simulated";
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public long getTotalSpace() {
    return disk.capacityBytes();
  }

  @Override
  public long getUsableSpace() {
    return disk.usableBytes();
  }

  @Override
  public long getUnallocatedSpace() {
    return disk.usableBytes();
  }

  @Override
  public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
    return false;
  }

  @Override
  public boolean supportsFileAttributeView(String name) {
    return false;
  }

  @Override
  public <V extends FileStoreAttributeView> @Nullable V getFileStoreAttributeView(Class<V> type) {
    return null;
  }

  @Override
  public Object getAttribute(String attribute) {
    throw new UnsupportedOperationException();
  }
}
