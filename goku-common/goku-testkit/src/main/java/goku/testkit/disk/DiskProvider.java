package goku.testkit.disk;

import goku.testkit.disk.DiskFaults.Operation;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The operations of a simulated disk.
final class DiskProvider extends FileSystemProvider {
  private final SimulatedDisk disk;

  DiskProvider(SimulatedDisk disk) {
    this.disk = disk;
  }

  @Override
  public String getScheme() {
    return "simulated";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return disk.fileSystem();
  }

  @Override
  public Path getPath(URI uri) {
    return disk.path(uri.getPath());
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    disk.before(Operation.OPEN, path);
    if (disk.directories().isDirectory(SimulatedDisk.key(path))) {
      return new DiskChannel(disk, path, null, false);
    }
    DiskFile file = disk.file(path);
    boolean creates =
        options.contains(StandardOpenOption.CREATE)
            || options.contains(StandardOpenOption.CREATE_NEW);
    if (file == null) {
      if (!creates) {
        throw new NoSuchFileException(path.toString());
      }
      requireDirectory(path);
      file = new DiskFile();
      disk.directories().put(SimulatedDisk.key(path), file);
    } else if (options.contains(StandardOpenOption.CREATE_NEW)) {
      throw new FileAlreadyExistsException(path.toString());
    } else if (options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
      file.truncate(0);
    }
    return new DiskChannel(disk, path, file, options.contains(StandardOpenOption.APPEND));
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    if (!disk.directories().isDirectory(SimulatedDisk.key(directory))) {
      throw new NotDirectoryException(directory.toString());
    }
    List<Path> found = new ArrayList<>();
    for (String child : disk.directories().children(SimulatedDisk.key(directory))) {
      Path path = disk.path(child);
      if (filter.accept(path)) {
        found.add(path);
      }
    }
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return found.iterator();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
    String key = SimulatedDisk.key(directory);
    if (disk.directories().isDirectory(key) || disk.file(directory) != null) {
      throw new FileAlreadyExistsException(directory.toString());
    }
    requireDirectory(directory);
    disk.directories().createDirectory(key);
  }

  @Override
  public void delete(Path path) throws IOException {
    disk.before(Operation.DELETE, path);
    String key = SimulatedDisk.key(path);
    if (disk.directories().isDirectory(key)) {
      if (!disk.directories().children(key).isEmpty()) {
        throw new DirectoryNotEmptyException(path.toString());
      }
      disk.directories().removeDirectory(key);
      return;
    }
    var _ = disk.required(path);
    disk.directories().remove(key);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    byte[] content = disk.required(source).content();
    requireReplaceable(target, options);
    disk.requireRoom(content.length, target);
    disk.before(Operation.WRITE, target);
    requireDirectory(target);
    var copy = new DiskFile();
    copy.write(ByteBuffer.wrap(content), 0);
    disk.directories().put(SimulatedDisk.key(target), copy);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    disk.before(Operation.MOVE, target);
    DiskFile file = disk.required(source);
    if (!Arrays.asList(options).contains(StandardCopyOption.ATOMIC_MOVE)) {
      requireReplaceable(target, options);
    }
    requireDirectory(target);
    disk.directories().move(SimulatedDisk.key(source), SimulatedDisk.key(target), file);
  }

  @Override
  public boolean isSameFile(Path path, Path other) {
    return SimulatedDisk.key(path).equals(SimulatedDisk.key(other));
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public FileStore getFileStore(Path path) {
    return new DiskSpace(disk);
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    var _ = attributes(path);
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return null;
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return type.cast(attributes(path));
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
    throw new UnsupportedOperationException();
  }

  private DiskAttributes attributes(Path path) throws IOException {
    if (disk.directories().isDirectory(SimulatedDisk.key(path))) {
      return new DiskAttributes(true, 0);
    }
    return new DiskAttributes(false, disk.required(path).size());
  }

  private void requireReplaceable(Path target, CopyOption... options) throws IOException {
    if (disk.file(target) != null
        && !Arrays.asList(options).contains(StandardCopyOption.REPLACE_EXISTING)) {
      throw new FileAlreadyExistsException(target.toString());
    }
  }

  private void requireDirectory(Path file) throws IOException {
    String parent = DiskDirectories.parent(SimulatedDisk.key(file));
    if (!disk.directories().isDirectory(parent)) {
      throw new NoSuchFileException(parent);
    }
  }
}
