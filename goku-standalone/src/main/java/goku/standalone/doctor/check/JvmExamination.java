package goku.standalone.doctor.check;

import java.util.ArrayList;
import java.util.List;

/// A check of the JVM, which the launcher also uses for services, and of its flags.
///
/// @param feature the release of Java
/// @param flags the flags of this process
public record JvmExamination(int feature, List<String> flags) implements Examination {
  private static final int NEEDED = 25;

  public JvmExamination {
    flags = List.copyOf(flags);
  }

  @Override
  public String subject() {
    return "java";
  }

  @Override
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        feature == NEEDED
            ? Finding.ok("java", "release " + feature)
            : Finding.fail(
                "java",
                "release %d, Goku is made for %d".formatted(feature, NEEDED),
                "set GOKU_JAVA_HOME to the directory of a JDK " + NEEDED));
    if (flags.stream().noneMatch(flag -> flag.startsWith("--enable-native-access"))) {
      findings.add(lacks("--enable-native-access=ALL-UNNAMED", "off-heap memory is warned of"));
    }
    if (!flags.contains("-XX:+ExitOnOutOfMemoryError")) {
      findings.add(
          lacks("-XX:+ExitOnOutOfMemoryError", "a process without memory hangs instead of ending"));
    }
    return findings;
  }

  private static Finding lacks(String flag, String consequence) {
    return Finding.warn(
        "java flags",
        "%s is missing: %s".formatted(flag, consequence),
        "start with ./goku, or give the flag to java");
  }
}
