package goku.standalone.agent;

import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;

/// A reader of the traffic of network interfaces, including the loopback.
final class NetworkReader implements Reader {
  private final HardwareAbstractionLayer hardware;

  NetworkReader(HardwareAbstractionLayer hardware) {
    this.hardware = hardware;
  }

  @Override
  public String subject() {
    return "network";
  }

  @Override
  public void read(Readings readings) {
    for (NetworkIF network : hardware.getNetworkIFs(true)) {
      String iface = network.getName();
      add(readings, "bytes", iface, "in", network.getBytesRecv());
      add(readings, "bytes", iface, "out", network.getBytesSent());
      add(readings, "packets", iface, "in", network.getPacketsRecv());
      add(readings, "packets", iface, "out", network.getPacketsSent());
      add(readings, "errors", iface, "in", network.getInErrors());
      add(readings, "errors", iface, "out", network.getOutErrors());
      // OSHI does not report outgoing drops
      add(readings, "drops", iface, "in", network.getInDrops());
    }
  }

  private static void add(
      Readings readings, String what, String iface, String direction, long value) {
    readings.add("host.net." + what, value, "iface", iface, "direction", direction);
  }
}
