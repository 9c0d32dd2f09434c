package goku.standalone.doctor.check;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A check that a configured file can be read.
public record FileExamination(String key, Path file) implements Examination {
  @Override
  public String subject() {
    return "file " + key;
  }

  @Override
  public List<Finding> examine() {
    if (Files.isReadable(file)) {
      return List.of(Finding.ok(subject(), file + " can be read"));
    }
    return List.of(
        Finding.fail(
            subject(),
            file + (Files.exists(file) ? " cannot be read" : " is not there"),
            "give the user %s the right to read it, or correct --%s"
                .formatted(System.getProperty("user.name"), key)));
  }
}
