package goku.testkit.disk;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The file system of a simulated disk. Never closed.
final class DiskFileSystem extends FileSystem {
  private final SimulatedDisk disk;
  private final DiskProvider provider;

  DiskFileSystem(SimulatedDisk disk) {
    this.disk = disk;
    provider = new DiskProvider(disk);
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(disk.root());
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of(new DiskSpace(disk));
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    return disk.path(
        Stream.concat(Stream.of(first), Stream.of(more))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("/"))
            .replace("//", "/"));
  }

  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    throw new UnsupportedOperationException();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }
}
