package goku.integration.programs.sender;

import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.install.Packages;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A client of PyPI and a script that uses it.
record PythonClient(String library, String version, String script) implements Program {
  static final List<Program> ALL =
      List.of(
          new PythonClient("potsdb", "1.0.3", "use-potsdb.py"),
          new PythonClient("opentsdb-py", "0.6.0", "use-opentsdb-py.py"),
          new PythonClient("opentsdb-client", "0.6.1", "use-opentsdb-py.py"));

  @Override
  public String name() {
    return library + " of PyPI";
  }

  @Override
  public Installed install() throws NotInstalledException {
    Path folder = Packages.python(library, version);
    return new Installed(
        version,
        (port, work) ->
            ChildProcess.start(
                work,
                Map.of("PYTHONPATH", folder.toString()),
                "python3",
                ScriptFile.write(work, script, Map.of("PORT", port))));
  }

  @Override
  public int enough() {
    return 90;
  }
}
