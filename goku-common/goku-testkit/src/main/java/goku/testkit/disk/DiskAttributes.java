package goku.testkit.disk;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/// The attributes of a file or directory. Times are not kept.
record DiskAttributes(boolean isDirectory, long size) implements BasicFileAttributes {
  private static final FileTime NEVER = FileTime.fromMillis(0);

  @Override
  public FileTime lastModifiedTime() {
    return NEVER;
  }

  @Override
  public FileTime lastAccessTime() {
    return NEVER;
  }

  @Override
  public FileTime creationTime() {
    return NEVER;
  }

  @Override
  public boolean isRegularFile() {
    return !isDirectory;
  }

  @Override
  public boolean isSymbolicLink() {
    return false;
  }

  @Override
  public boolean isOther() {
    return false;
  }

  @Override
  public @Nullable Object fileKey() {
    return null;
  }
}
