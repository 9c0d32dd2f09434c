package goku.standalone.doctor.check;

import goku.config.ConfigProblems;
import goku.model.Namespaces;
import goku.namespace.NamespacesText;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A check of the namespaces. Used by one thread.
public final class NamespacesExamination implements Examination {
  private final String source;
  private final Supplier<NamespacesText> reader;
  private @Nullable Namespaces namespaces;

  /// @param source the origin of the namespaces, for messages
  public NamespacesExamination(String source, Supplier<NamespacesText> reader) {
    this.source = source;
    this.reader = reader;
  }

  @Override
  public String subject() {
    return "namespaces";
  }

  @Override
  public List<Finding> examine() {
    try {
      namespaces = reader.get().namespaces();
      return List.of(Finding.ok(subject(), "%d of %s".formatted(namespaces.all().size(), source)));
    } catch (ConfigProblems wrong) {
      return List.of(
          Finding.fail(
              subject(),
              String.valueOf(wrong.getMessage()),
              "correct the file; goku inspect FILE says what it means"));
    }
  }

  /// Returns the namespaces if they are valid.
  public Namespaces namespaces() {
    if (namespaces == null) {
      throw new IllegalStateException("the namespaces of %s are invalid".formatted(source));
    }
    return namespaces;
  }
}
