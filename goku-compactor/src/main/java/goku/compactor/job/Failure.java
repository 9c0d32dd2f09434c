package goku.compactor.job;

import goku.compactor.transfer.GoneException;
import goku.compactor.transfer.TakenException;
import goku.format.FormatException;
import goku.objectstore.ObjectStoreException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;

/// Why a job failed, for people, and whether to expect that the next try succeeds.
///
/// @param message what happened, what was kept, what to do
/// @param plain whether the message says all, so that nobody needs the stack trace
public record Failure(String message, Kind kind, boolean plain) {
  /// What can be expected of another try.
  public enum Kind {
    /// The next round sees what there is now, and plans anew.
    OVERTAKEN,
    /// May succeed soon, without anybody doing anything.
    PASSING,
    /// Somebody has to act.
    LASTING
  }

  /// @param work the work directory
  static Failure of(Throwable why, Path work) {
    return switch (why) {
      case GoneException gone -> new Failure(message(gone), Kind.OVERTAKEN, true);
      case TakenException taken -> new Failure(message(taken), Kind.OVERTAKEN, true);
      case ObjectStoreException away ->
          new Failure(
              message(away),
              away.kind() == ObjectStoreException.Kind.UNREACHABLE ? Kind.PASSING : Kind.LASTING,
              true);
      case FormatException broken ->
          new Failure(
              "an input is broken: %s. Other buckets are made meanwhile; nothing was removed. Bring the right object back to S3, or remove it if what it holds may be lost"
                  .formatted(message(broken)),
              Kind.LASTING,
              true);
      case IOException full when isFull(full) ->
          new Failure(
              "the disk of the work directory %s is full (%s). Nothing half-done is to be seen and no input was removed; free space, or set 'directory' to a larger disk"
                  .formatted(work, message(full)),
              Kind.LASTING,
              true);
      default -> {
        Throwable cause = why.getCause();
        yield cause instanceof IOException inner && isFull(inner)
            ? of(inner, work)
            : new Failure(why.toString(), Kind.PASSING, false);
      }
    };
  }

  private static boolean isFull(IOException failed) {
    String reason =
        failed instanceof FileSystemException named ? named.getReason() : failed.getMessage();
    String text = (reason == null ? message(failed) : reason).toLowerCase(Locale.ROOT);
    return text.contains("no space left") || text.contains("disk quota exceeded");
  }

  /// The message of an exception, or what it is when it has none.
  public static String message(Throwable why) {
    return why.getMessage() == null ? why.toString() : why.getMessage();
  }
}
