package goku.compactor.job;

import goku.compactor.transfer.GoneException;
import goku.compactor.transfer.TakenException;
import goku.format.FormatException;
import goku.objectstore.ObjectStoreException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;

/// The reason why a job failed, for people, and whether the next try may succeed.
///
/// @param message the failure, its consequence and the remedy
/// @param plain whether the message is complete, so that no stack trace is needed
public record Failure(String message, Kind kind, boolean plain) {
  /// The prospect of another try.
  public enum Kind {
    /// The next round lists S3 again and makes a new plan.
    OVERTAKEN,
    /// Another try may succeed soon, without any action.
    PASSING,
    /// An operator has to act.
    LASTING,
    /// An operator has to decide: the output would have fewer datapoints than the bucket that it
    /// replaces.
    REFUSED
  }

  /// @param work the work directory
  static Failure of(Throwable why, Path work) {
    return switch (why) {
      case GoneException gone -> new Failure(message(gone), Kind.OVERTAKEN, true);
      case TakenException taken -> new Failure(message(taken), Kind.OVERTAKEN, true);
      case PoorerException poorer -> new Failure(message(poorer), Kind.REFUSED, true);
      case ObjectStoreException away ->
          new Failure(message(away), away.mayPass() ? Kind.PASSING : Kind.LASTING, true);
      case FormatException broken ->
          new Failure(
              "cannot read an input: %s. Other buckets are still built, and nothing was removed; restore the object in S3 from a backup or an earlier version"
                  .formatted(message(broken)),
              Kind.LASTING,
              true);
      case IOException full when isFull(full) ->
          new Failure(
              "cannot write to work directory=%s: the disk is full (%s). No partial output is visible, and no input was removed; free space, or set 'directory' to a larger disk"
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

  /// Returns the message of an exception, or its text when it has none.
  public static String message(Throwable why) {
    return why.getMessage() == null ? why.toString() : why.getMessage();
  }
}
