package goku.standalone.agent;

import oshi.hardware.GlobalMemory;
import oshi.hardware.VirtualMemory;

/// A reader of memory and swap.
final class MemoryReader implements Reader {
  private final GlobalMemory memory;

  MemoryReader(GlobalMemory memory) {
    this.memory = memory;
  }

  @Override
  public String subject() {
    return "memory";
  }

  @Override
  public void read(Readings readings) {
    long total = memory.getTotal();
    long available = memory.getAvailable();
    readings.add("host.mem.bytes", total, "kind", "total");
    readings.add("host.mem.bytes", available, "kind", "available");
    readings.add("host.mem.bytes", total - available, "kind", "used");
    VirtualMemory swap = memory.getVirtualMemory();
    readings.add("host.swap.bytes", swap.getSwapTotal(), "kind", "total");
    readings.add("host.swap.bytes", swap.getSwapUsed(), "kind", "used");
    readings.add("host.swap.pages", swap.getSwapPagesIn(), "direction", "in");
    readings.add("host.swap.pages", swap.getSwapPagesOut(), "direction", "out");
  }
}
