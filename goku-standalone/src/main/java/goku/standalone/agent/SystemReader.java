package goku.standalone.agent;

import oshi.software.os.OSFileStore;
import oshi.software.os.OperatingSystem;

/// A reader of local file systems, numbers of processes and threads, and uptime.
final class SystemReader implements Reader {
  private final OperatingSystem system;

  SystemReader(OperatingSystem system) {
    this.system = system;
  }

  @Override
  public String subject() {
    return "system";
  }

  @Override
  public void read(Readings readings) {
    for (OSFileStore store : system.getFileSystem().getFileStores(true)) {
      String mount = store.getMount();
      long total = store.getTotalSpace();
      readings.add("host.fs.bytes", total, "mount", mount, "kind", "total");
      readings.add("host.fs.bytes", total - store.getFreeSpace(), "mount", mount, "kind", "used");
      readings.add("host.fs.bytes", store.getUsableSpace(), "mount", mount, "kind", "available");
    }
    readings.add("host.processes", system.getProcessCount());
    readings.add("host.threads", system.getThreadCount());
    readings.add("host.uptime", system.getSystemUptime());
  }
}
