package goku.shortterm.backup;

import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketInfo;
import java.io.IOException;
import java.nio.file.Path;

/// The properties of a bucket's file that the backup needs. Not to be used after `close`.
interface BucketContent extends AutoCloseable {
  BucketInfo info();

  long bytes();

  long checksum();

  int series();

  long points();

  /// Verifies some pages that nobody has verified. Returns whether there may be more. A corrupt
  /// page is reported to the listener.
  boolean verifySome();

  /// Returns whether a corrupt page was found and no good copy has replaced it.
  boolean isDamaged();

  /// Sets the listener that is called when a corrupt page is found, by any thread.
  void onDamage(Runnable listener);

  /// Maps a good copy in place of the current mapping.
  ///
  /// @throws goku.format.FormatException if the copy is damaged or another file
  void replace(Path copy) throws IOException;

  /// Verifies all pages, also those that were verified before.
  ///
  /// @throws goku.format.FormatException if a page of datapoints is corrupt
  void verify();

  void copyTo(Path file) throws IOException;

  @Override
  void close();

  static BucketContent of(BucketFile file) {
    return new Mapped(file);
  }

  /// The implementation for mapped files.
  record Mapped(BucketFile file) implements BucketContent {
    @Override
    public BucketInfo info() {
      return file.info();
    }

    @Override
    public long bytes() {
      return file.bytes();
    }

    @Override
    public long checksum() {
      return file.checksum();
    }

    @Override
    public int series() {
      return file.seriesCount();
    }

    @Override
    public long points() {
      return file.pointCount();
    }

    @Override
    public boolean verifySome() {
      return file.verifySome();
    }

    @Override
    public boolean isDamaged() {
      return file.isDamaged();
    }

    @Override
    public void onDamage(Runnable listener) {
      file.onDamage(listener);
    }

    @Override
    public void replace(Path copy) throws IOException {
      file.replace(copy);
    }

    @Override
    public void verify() {
      file.verify();
    }

    @Override
    public void copyTo(Path copy) throws IOException {
      file.copyTo(copy);
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
