package goku.testkit.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The names of files and directories. A crash leaves the first of the changes that were not
/// forced, in the order in which they were made in each directory. Directories themselves are
/// durable at once. Owned by one thread at a time.
final class DiskDirectories {
  /// A change of a name: the file that has it from then on, or none.
  private record Change(String directory, String name, @Nullable DiskFile file) {}

  private final TreeSet<String> directories = new TreeSet<>();
  private final TreeMap<String, DiskFile> files = new TreeMap<>();
  private final TreeMap<String, DiskFile> forced = new TreeMap<>();

  /// The changes that were not forced. Those of one move have one element.
  private List<List<Change>> pending = new ArrayList<>();

  boolean isDirectory(String path) {
    return path.equals("/") || directories.contains(path);
  }

  @Nullable DiskFile file(String path) {
    return files.get(path);
  }

  void createDirectory(String path) {
    directories.add(path);
  }

  void removeDirectory(String path) {
    directories.remove(path);
  }

  void put(String path, DiskFile file) {
    change(List.of(new Change(parent(path), path, file)));
  }

  void remove(String path) {
    change(List.of(new Change(parent(path), path, null)));
  }

  /// Renames a file. A crash leaves it under one name or under the other.
  void move(String from, String to, DiskFile file) {
    change(List.of(new Change(parent(to), to, file), new Change(parent(from), from, null)));
  }

  /// Makes the names in a directory durable.
  void force(String directory) {
    List<List<Change>> rest = new ArrayList<>();
    for (List<Change> change : pending) {
      if (change.getFirst().directory.equals(directory)) {
        change.forEach(each -> apply(each, forced));
      } else {
        rest.add(change);
      }
    }
    pending = rest;
  }

  void crash(RandomGenerator random) {
    Map<String, List<List<Change>>> byDirectory =
        pending.stream()
            .collect(
                Collectors.groupingBy(
                    change -> change.getFirst().directory, TreeMap::new, Collectors.toList()));
    for (List<List<Change>> changes : byDirectory.values()) {
      int survived = random.nextInt(changes.size() + 1);
      changes.subList(0, survived).forEach(change -> change.forEach(each -> apply(each, forced)));
    }
    pending.clear();
    files.clear();
    files.putAll(forced);
    files.values().forEach(file -> file.crash(random));
  }

  /// Removes everything, as a new disk would.
  void clear() {
    directories.clear();
    files.clear();
    forced.clear();
    pending.clear();
  }

  /// Returns the paths of the files and directories in a directory.
  List<String> children(String directory) {
    String prefix = directory.equals("/") ? "/" : directory + "/";
    var all = new TreeSet<String>();
    for (var names : List.of(files.navigableKeySet(), directories)) {
      for (String path : names.tailSet(prefix, false)) {
        if (!path.startsWith(prefix)) {
          break;
        }
        if (path.indexOf('/', prefix.length()) < 0) {
          all.add(path);
        }
      }
    }
    return List.copyOf(all);
  }

  Map<String, DiskFile> files() {
    return files;
  }

  static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash <= 0 ? "/" : path.substring(0, slash);
  }

  private void change(List<Change> change) {
    change.forEach(each -> apply(each, files));
    pending.add(change);
  }

  private static void apply(Change change, Map<String, DiskFile> names) {
    if (change.file == null) {
      names.remove(change.name);
    } else {
      names.put(change.name, change.file);
    }
  }
}
