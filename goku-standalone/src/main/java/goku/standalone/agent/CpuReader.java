package goku.standalone.agent;

import java.util.Locale;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/// A reader of processor time by core and mode, and of load averages.
final class CpuReader implements Reader {
  private static final String[] PERIODS = {"1m", "5m", "15m"};

  private final CentralProcessor processor;
  private long[][] before = {};

  CpuReader(CentralProcessor processor) {
    this.processor = processor;
  }

  @Override
  public String subject() {
    return "cpu";
  }

  @Override
  public void read(Readings readings) {
    long[][] ticks = processor.getProcessorCpuLoadTicks();
    for (int core = 0; core < ticks.length; core++) {
      for (TickType mode : TickType.values()) {
        String name = mode.name().toLowerCase(Locale.ROOT);
        long millis = ticks[core][mode.getIndex()];
        readings.add("host.cpu.time", millis, "core", Integer.toString(core), "mode", name);
      }
      // the number of cores may change
      if (before.length == ticks.length) {
        double load = busyFraction(before[core], ticks[core]);
        readings.add("host.cpu.load", load, "core", Integer.toString(core));
      }
    }
    before = ticks;
    double[] averages = processor.getSystemLoadAverage(PERIODS.length);
    for (int i = 0; i < averages.length; i++) {
      if (averages[i] >= 0) {
        readings.add("host.load", averages[i], "period", PERIODS[i]);
      }
    }
  }

  private static double busyFraction(long[] before, long[] now) {
    long all = 0;
    for (int mode = 0; mode < now.length; mode++) {
      all += now[mode] - before[mode];
    }
    int idle = TickType.IDLE.getIndex();
    int waiting = TickType.IOWAIT.getIndex();
    long unused = now[idle] - before[idle] + now[waiting] - before[waiting];
    return all <= 0 ? Double.NaN : Math.clamp((all - unused) / (double) all, 0, 1);
  }
}
