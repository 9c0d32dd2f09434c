package goku.standalone.doctor.check;

import java.util.List;

/// Whether the process may open enough files.
///
/// @param limit of open files; negative where the system does not say
public record FileLimitExamination(long limit) implements Examination {
  /// RocksDB, mapped buckets, connections: what large nodes have open.
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
