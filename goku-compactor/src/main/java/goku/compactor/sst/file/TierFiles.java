package goku.compactor.sst.file;

import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The files of a bucket that is being written. Owned by one thread.
public final class TierFiles implements AutoCloseable {
  private final Path directory;
  private final SstSettings settings = new SstSettings();
  private final Map<TierFile, SstFile> files = new EnumMap<>(TierFile.class);
  private boolean finished;

  public TierFiles(Path directory) {
    this.directory = directory;
  }

  public SstFile get(TierFile file) {
    return files.computeIfAbsent(
        file,
        missing ->
            new SstFile(directory.resolve(missing.fileName()), settings.options(missing.kind())));
  }

  /// Completes all files, forces them to disk and returns them, ascending by name.
  public List<StoredFile> finish() throws IOException {
    List<StoredFile> stored = new ArrayList<>();
    for (SstFile file : files.values()) {
      file.finish().ifPresent(stored::add);
    }
    forceDirectory();
    finished = true;
    stored.sort(Comparator.comparing(StoredFile::name));
    return stored;
  }

  /// Removes the files unless all are finished.
  @Override
  public void close() throws IOException {
    try {
      for (SstFile file : files.values()) {
        file.close(finished);
      }
    } finally {
      settings.close();
    }
  }

  /// Forces the directory to disk, as file names are durable only then. Some systems cannot open
  /// directories.
  private void forceDirectory() throws IOException {
    FileChannel opened;
    try {
      opened = FileChannel.open(directory, StandardOpenOption.READ);
    } catch (AccessDeniedException e) {
      return;
    }
    try (opened) {
      opened.force(true);
    }
  }
}
