package goku.standalone.agent;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/// A reader of this process's JVM metrics.
final class JvmReader implements Reader {
  @Override
  public String subject() {
    return "jvm";
  }

  @Override
  public void read(Readings readings) {
    var memory = ManagementFactory.getMemoryMXBean();
    memory(readings, "jvm.heap.bytes", memory.getHeapMemoryUsage());
    memory(readings, "jvm.nonheap.bytes", memory.getNonHeapMemoryUsage());
    for (var pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      readings.add("jvm.buffers.bytes", pool.getMemoryUsed(), "pool", pool.getName());
    }
    for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
      readings.add("jvm.gc.count", gc.getCollectionCount(), "gc", gc.getName());
      readings.add("jvm.gc.time", gc.getCollectionTime(), "gc", gc.getName());
    }
    readings.add("jvm.threads", ManagementFactory.getThreadMXBean().getThreadCount());
    readings.add("jvm.uptime", ManagementFactory.getRuntimeMXBean().getUptime() / 1000);
    ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .ifPresent(used -> readings.add("jvm.cpu.time", used.toMillis()));
  }

  private static void memory(Readings readings, String metric, MemoryUsage usage) {
    readings.add(metric, usage.getUsed(), "kind", "used");
    readings.add(metric, usage.getCommitted(), "kind", "committed");
    if (usage.getMax() >= 0) {
      readings.add(metric, usage.getMax(), "kind", "max");
    }
  }
}
