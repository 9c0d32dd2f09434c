package goku.integration.programs.sender;

import goku.integration.programs.install.NotInstalledException;
import java.io.IOException;
import java.nio.file.Path;

/// A program that sends datapoints to OpenTSDB.
public interface Program {
  /// Returns its name, with the protocol if it has several.
  String name();

  /// Finds the program, or installs it if that is allowed.
  Installed install() throws NotInstalledException;

  /// Returns the number of datapoints after which the test stops the program.
  default int enough() {
    return 100;
  }

  /// An installed program.
  record Installed(String version, Start start) {}

  /// The start of a program.
  interface Start {
    /// Starts the program.
    ///
    /// @param port the port of this machine that receives the datapoints
    /// @param work an empty folder
    ChildProcess at(int port, Path work) throws IOException;
  }
}
