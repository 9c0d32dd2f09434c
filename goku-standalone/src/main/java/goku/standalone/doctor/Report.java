package goku.standalone.doctor;

import goku.standalone.doctor.check.Examination;
import goku.standalone.doctor.check.Finding;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A table of findings, printed while they are made. Owned by one thread.
final class Report {
  private static final String LINE = "%-4s  %-28s  %s%n";

  private final PrintWriter out;
  private final Map<Finding.Level, Integer> counts = new EnumMap<>(Finding.Level.class);

  Report(PrintWriter out) {
    this.out = out;
  }

  /// Makes one check. Returns false if it failed.
  boolean add(Examination examination) throws InterruptedException {
    List<Finding> findings = findings(examination);
    findings.forEach(this::print);
    out.flush();
    return findings.stream().allMatch(finding -> finding.level() != Finding.Level.FAIL);
  }

  private static List<Finding> findings(Examination examination) throws InterruptedException {
    try {
      return examination.examine();
    } catch (InterruptedException ended) {
      throw ended;
    } catch (Exception failed) {
      return List.of(
          new Finding(
              Finding.Level.FAIL,
              examination.subject(),
              "cannot be looked at: " + failed.getMessage(),
              "see to what the message says, and ask again"));
    }
  }

  private void print(Finding finding) {
    counts.merge(finding.level(), 1, Integer::sum);
    String level = finding.level().name().toLowerCase(Locale.ROOT);
    out.printf(Locale.ROOT, LINE, level, finding.subject(), finding.found());
    if (!finding.remedy().isEmpty()) {
      out.printf(Locale.ROOT, LINE, "", "", "-> " + finding.remedy());
    }
  }

  /// Prints the summary. Returns the exit code: 1 if a check failed.
  int end() {
    int failed = counts.getOrDefault(Finding.Level.FAIL, 0);
    out.printf(
        Locale.ROOT,
        "%n%d ok, %d warnings, %d failed%n",
        counts.getOrDefault(Finding.Level.OK, 0),
        counts.getOrDefault(Finding.Level.WARN, 0),
        failed);
    out.flush();
    return failed == 0 ? 0 : 1;
  }
}
