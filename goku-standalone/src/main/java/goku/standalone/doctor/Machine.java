package goku.standalone.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import goku.standalone.doctor.check.DirectoryExamination;
import goku.standalone.doctor.check.Examination;
import goku.standalone.doctor.check.FileExamination;
import goku.standalone.doctor.check.FileLimitExamination;
import goku.standalone.doctor.check.JvmExamination;
import goku.standalone.doctor.check.MemoryExamination;
import goku.standalone.doctor.check.PortExamination;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// The checks of this machine.
///
/// @param needBytes the free bytes needed on the disk of each directory
record Machine(Settings settings, long needBytes) {
  List<Examination> examinations() {
    List<Examination> all = new ArrayList<>();
    all.add(
        new JvmExamination(
            Runtime.version().feature(), ManagementFactory.getRuntimeMXBean().getInputArguments()));
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    all.add(
        new MemoryExamination(
            settings.offHeapBytes(),
            Runtime.getRuntime().maxMemory(),
            // the container's memory, in a container
            system.getTotalMemorySize()));
    all.add(
        new FileLimitExamination(
            system instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : -1));
    settings
        .directories()
        .forEach((key, path) -> all.add(new DirectoryExamination(key, path, needBytes)));
    settings.files().forEach((key, path) -> all.add(new FileExamination(key, path)));
    for (Settings.Port port : settings.ports()) {
      all.add(new PortExamination(port.key(), port.bind(), port.port()));
    }
    return all;
  }
}
