package goku.budget;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/// The regions of the heap of this process. G1 gives each array of half a region or more regions of
/// its own, and nothing else uses the rest of the last one.
///
/// @param bytes the size of a region; 0 if the collector has none
record HeapRegions(long bytes) {
  static final HeapRegions NONE = new HeapRegions(0);

  private static final int ARRAY_HEADER_BYTES = 16;

  static HeapRegions ofThisProcess() {
    var vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    boolean isG1 = Boolean.parseBoolean(vm.getVMOption("UseG1GC").getValue());
    return isG1
        ? new HeapRegions(Long.parseLong(vm.getVMOption("G1HeapRegionSize").getValue()))
        : NONE;
  }

  /// Returns the bytes that an array of bytes takes. The header of a small one does not count.
  long bytesOfArray(int length) {
    long array = (long) length + ARRAY_HEADER_BYTES;
    return array < bytes / 2 || bytes == 0 ? length : Math.ceilDiv(array, bytes) * bytes;
  }
}
