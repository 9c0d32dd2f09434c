package goku.standalone.agent;

import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;

/// A reader of disk traffic.
final class DiskTrafficReader implements Reader {
  private final HardwareAbstractionLayer hardware;

  DiskTrafficReader(HardwareAbstractionLayer hardware) {
    this.hardware = hardware;
  }

  @Override
  public String subject() {
    return "disk";
  }

  @Override
  public void read(Readings readings) {
    for (HWDiskStore disk : hardware.getDiskStores()) {
      String device = disk.getName().replaceFirst("^/dev/", "");
      readings.add("host.disk.ops", disk.getReads(), "device", device, "direction", "read");
      readings.add("host.disk.ops", disk.getWrites(), "device", device, "direction", "write");
      readings.add("host.disk.bytes", disk.getReadBytes(), "device", device, "direction", "read");
      readings.add("host.disk.bytes", disk.getWriteBytes(), "device", device, "direction", "write");
      readings.add("host.disk.time", disk.getTransferTime(), "device", device);
    }
  }
}
