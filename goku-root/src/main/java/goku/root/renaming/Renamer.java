package goku.root.renaming;

import goku.http.HttpError;
import goku.http.access.Caller;
import goku.model.FormatLevel;
import goku.model.MetricRenames;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.TimeRange;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.UnknownNames;
import goku.service.ClusterException;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The steps of a rename. First the new name is reserved: every ingestor rejects its datapoints.
/// When all have confirmed that, and no series has the name, the metric gets it. If the process
/// ends in between, the name stays reserved, and the same rename continues later. Thread-safe.
public final class Renamer {
  private static final TimeRange ALL_TIME = new TimeRange(0, Long.MAX_VALUE);

  private final RenameStore store;
  private final NameDirectory names;
  private final Supplier<Namespaces> namespaces;
  private final FormatLevel formats;
  private final Duration timeout;

  /// @param timeout the limit for the confirmations of each of the two steps
  public Renamer(
      RenameStore store,
      NameDirectory names,
      Supplier<Namespaces> namespaces,
      FormatLevel formats,
      Duration timeout) {
    this.store = store;
    this.names = names;
    this.namespaces = namespaces;
    this.formats = formats;
    this.timeout = timeout;
  }

  /// Renames a metric. On return, every process uses the new name.
  ///
  /// @param caller must read and write the namespaces of the metric
  /// @throws RenameRefusedException if a name does not allow it
  /// @throws HttpError 503 if it is not certain that the rename is possible, or that every process
  ///   knows it
  public void rename(Caller caller, String from, String to)
      throws RenameRefusedException, InterruptedException {
    requireLevel();
    requireAccess(caller, from);
    if (isUnknown(from)) {
      throw new RenameRefusedException("Name(\"%s\") does not exist".formatted(from));
    }
    requireFree(from, to);
    requireOneNamespace(from, to);
    long reserved = change(before -> before.isPending(to) ? before : before.reserved(to)).edition();
    boolean done = false;
    try {
      SortedSet<String> late = late(reserved);
      if (!late.isEmpty()) {
        throw new HttpError(
            503,
            ("cannot rename metric '%s': %s did not confirm within %s that '%s' is reserved; if a"
                    + " process is gone for good, remove it with `goku cluster formats remove`")
                .formatted(from, String.join(", ", late), timeout, to));
      }
      requireFree(from, to);
      long renamed = change(before -> renamed(before, from, to)).edition();
      done = true;
      late = late(renamed);
      if (!late.isEmpty()) {
        throw new HttpError(
            503,
            "metric '%s' is renamed to '%s', but %s did not confirm that within %s"
                .formatted(from, to, String.join(", ", late), timeout));
      }
    } finally {
      if (!done) {
        var _ = change(before -> before.isPending(to) ? before.cancelled(to) : before);
      }
    }
  }

  private static MetricRenames renamed(MetricRenames before, String from, String to) {
    if (!before.isPending(to)) {
      throw new HttpError(
          503, "cannot rename metric '%s': '%s' was changed meanwhile".formatted(from, to));
    }
    return before.renamed(from, to);
  }

  private void requireLevel() {
    if (formats.level() < FormatLevel.RENAMES) {
      throw new HttpError(
          503,
          ("cannot rename metrics before format level %d is in force, now it is %d: see `goku"
                  + " cluster formats`")
              .formatted(FormatLevel.RENAMES, formats.level()));
    }
  }

  private void requireAccess(Caller caller, String metric) {
    for (Namespace namespace : namespaces.get().of(metric, ALL_TIME)) {
      if (!caller.writes(namespace.name()) || !caller.reads(namespace.name())) {
        throw new HttpError(
            403,
            "metric '%s' is not for %s to rename (roles and namespaces)"
                .formatted(metric, caller.name()));
      }
    }
  }

  private void requireFree(String from, String to)
      throws RenameRefusedException, InterruptedException {
    if (!isUnknown(to)) {
      throw new RenameRefusedException(
          "cannot rename(\"%s\", \"%s\"): new name already exists".formatted(from, to));
    }
  }

  private boolean isUnknown(String metric) throws InterruptedException {
    UnknownNames unknown = names.unknownMetric(metric);
    if (unknown.names().isEmpty()) {
      return false;
    }
    if (!unknown.certain()) {
      throw new HttpError(
          503,
          "cannot tell whether metric '%s' exists, because data are missing at the moment; retry"
              .formatted(metric));
    }
    return true;
  }

  /// A metric moves to another namespace by the namespaces file, not by its name.
  private void requireOneNamespace(String from, String to) throws RenameRefusedException {
    List<Namespace> old = namespaces.get().of(from, ALL_TIME);
    List<Namespace> next = namespaces.get().of(to, ALL_TIME);
    if (!old.equals(next)) {
      throw new RenameRefusedException(
          "cannot rename(\"%s\", \"%s\"): the names belong to different namespaces (%s and %s)"
              .formatted(from, to, text(old), text(next)));
    }
  }

  private static String text(List<Namespace> namespaces) {
    return String.join(", ", namespaces.stream().map(Namespace::name).toList());
  }

  private MetricRenames change(UnaryOperator<MetricRenames> change) {
    try {
      return store.change(change);
    } catch (ClusterException failed) {
      throw unavailable(failed);
    }
  }

  /// Returns the processes that did not apply an edition in time.
  private SortedSet<String> late(long edition) throws InterruptedException {
    try {
      return store.awaitApplied(edition, timeout);
    } catch (ClusterException failed) {
      throw unavailable(failed);
    }
  }

  private static HttpError unavailable(ClusterException failed) {
    Throwable cause = failed.getCause();
    return new HttpError(
        503, String.valueOf(failed.getMessage()), cause == null ? null : cause.toString());
  }
}
