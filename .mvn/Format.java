import com.google.googlejavaformat.java.Main;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A runner of google-java-format over every source file of the project: `check` fails if one
/// differs, `apply` rewrites it. The build starts it on JDK 25, because the formatter can parse
/// only the language of its own JDK, and Maven may run on an older one.
class Format {
  public static void main(String[] args) throws Exception {
    List<String> command = new ArrayList<>();
    if (args[0].equals("apply")) {
      command.add("--replace");
    } else {
      command.add("--dry-run");
      command.add("--set-exit-if-changed");
    }
    try (var files = Files.walk(Path.of(""))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/target/"))
          .sorted()
          .forEach(file -> command.add(file.toString()));
    }
    var out = new PrintWriter(System.out, true);
    var err = new PrintWriter(System.err, true);
    int differing = new Main(out, err, System.in).format(command.toArray(String[]::new));
    out.flush();
    err.flush();
    if (differing != 0) {
      System.err.println("These files are not formatted; mvn -N verify -Dformat=apply mends them.");
    }
    System.exit(differing);
  }
}
