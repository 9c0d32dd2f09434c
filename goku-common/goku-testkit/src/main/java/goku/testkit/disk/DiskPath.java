package goku.testkit.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A path on a simulated disk, with slashes. Immutable.
final class DiskPath implements Path {
  private final DiskFileSystem fileSystem;
  private final String text;

  DiskPath(DiskFileSystem fileSystem, String text) {
    this.fileSystem = fileSystem;
    this.text = text;
  }

  @Override
  public FileSystem getFileSystem() {
    return fileSystem;
  }

  @Override
  public boolean isAbsolute() {
    return text.startsWith("/");
  }

  @Override
  public @Nullable Path getRoot() {
    return isAbsolute() ? of("/") : null;
  }

  @Override
  public @Nullable Path getFileName() {
    if (!isPlain()) {
      List<String> names = names();
      return names.isEmpty() ? null : of(names.getLast());
    }
    return of(text.substring(text.lastIndexOf('/') + 1));
  }

  @Override
  public @Nullable Path getParent() {
    int slash = text.lastIndexOf('/');
    if (slash < 0 || text.equals("/")) {
      return null;
    }
    return of(slash == 0 ? "/" : text.substring(0, slash));
  }

  @Override
  public int getNameCount() {
    return names().size();
  }

  @Override
  public Path getName(int index) {
    return of(names().get(index));
  }

  @Override
  public Path subpath(int begin, int end) {
    return of(String.join("/", names().subList(begin, end)));
  }

  @Override
  public boolean startsWith(Path other) {
    List<String> others = own(other).names();
    return isAbsolute() == other.isAbsolute()
        && others.size() <= names().size()
        && names().subList(0, others.size()).equals(others);
  }

  @Override
  public boolean endsWith(Path other) {
    List<String> names = names();
    List<String> others = own(other).names();
    return others.size() <= names.size()
        && names.subList(names.size() - others.size(), names.size()).equals(others);
  }

  @Override
  public Path normalize() {
    if (isPlain()) {
      return this;
    }
    var kept = new ArrayDeque<String>();
    for (String name : names()) {
      if (name.equals("..")) {
        kept.pollLast();
      } else if (!name.equals(".")) {
        kept.add(name);
      }
    }
    return of((isAbsolute() ? "/" : "") + String.join("/", kept));
  }

  @Override
  public Path resolve(Path other) {
    String added = own(other).text;
    if (other.isAbsolute() || text.isEmpty()) {
      return other;
    }
    if (added.isEmpty()) {
      return this;
    }
    return of(text.endsWith("/") ? text + added : text + "/" + added);
  }

  @Override
  public Path relativize(Path other) {
    List<String> from = names();
    List<String> to = own(other).names();
    int common = 0;
    while (common < Math.min(from.size(), to.size()) && from.get(common).equals(to.get(common))) {
      common++;
    }
    List<String> names = new ArrayList<>();
    for (int i = common; i < from.size(); i++) {
      names.add("..");
    }
    names.addAll(to.subList(common, to.size()));
    return of(String.join("/", names));
  }

  @Override
  public URI toUri() {
    return URI.create("simulated:" + toAbsolutePath());
  }

  @Override
  public Path toAbsolutePath() {
    return isAbsolute() ? this : of("/" + text);
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    return toAbsolutePath().normalize();
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int compareTo(Path other) {
    return text.compareTo(own(other).text);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DiskPath path
        && path.fileSystem == fileSystem
        && path.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  /// Returns whether the text is normal, as that of almost all paths is.
  private boolean isPlain() {
    return !text.isEmpty()
        && !text.startsWith(".")
        && !text.endsWith("/")
        && !text.contains("//")
        && !text.contains("/.");
  }

  private List<String> names() {
    return Arrays.stream(text.split("/", -1)).filter(name -> !name.isEmpty()).toList();
  }

  private Path of(String path) {
    return new DiskPath(fileSystem, path);
  }

  private static DiskPath own(Path path) {
    if (path instanceof DiskPath own) {
      return own;
    }
    throw new ProviderMismatchException(path + " is not on a simulated disk");
  }
}
