package goku.file;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// The open files that a process may have (`ulimit -n`), and their division. Connections count as
/// open files. A process without a free one can neither read its data nor accept a connection, so
/// clients may only use a part.
///
/// @param limit the largest number of open files; `Long.MAX_VALUE` if the system states none
public record FileDescriptors(long limit) {
  /// The open files of a standalone process besides connections of clients. It has about 700 after
  /// its start: jars, logs of Kafka, databases, and its own connections to these.
  static final long OTHERS = 1_000;

  private static final int PARTS = 8;

  /// Returns the limit of this process.
  public static FileDescriptors ofThisProcess() {
    return new FileDescriptors(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE);
  }

  /// Returns the number of connections that a port may have.
  ///
  /// @param wanted the number of connections if there are enough open files
  /// @param eighths the share of the port in the open files for connections
  public int connections(int wanted, int eighths) {
    long share = Math.max(0, limit - OTHERS) / PARTS * eighths;
    return Math.clamp(share, 1, wanted);
  }
}
