package goku.standalone.doctor.check;

import java.util.List;

/// A check that the process may open enough files.
///
/// @param limit the limit of open files; negative if the system does not report it
public record FileLimitExamination(long limit) implements Examination {
  /// The advised limit. Large nodes open RocksDB's files, mapped buckets and connections.
  private static final long COMFORTABLE = 65_536;

  private static final long LEAST = 4_096;

  @Override
  public String subject() {
    return "open files";
  }

  @Override
  public List<Finding> examine() {
    if (limit < 0 || limit >= COMFORTABLE) {
      return List.of(Finding.ok(subject(), limit < 0 ? "no limit known" : "limit " + limit));
    }
    String remedy = "raise it: ulimit -n %d, or LimitNOFILE of the unit".formatted(COMFORTABLE);
    String found = "limit %d, %d are advised".formatted(limit, COMFORTABLE);
    return List.of(
        limit < LEAST
            ? Finding.fail(subject(), found, remedy)
            : Finding.warn(subject(), found, remedy));
  }
}
