package goku.standalone;

/// How many threads the JVM may use to run virtual ones: some more than there are processors.
///
/// By default there is one for each processor. But a virtual thread that waits while it loads or
/// initializes a class keeps its carrier, up to JDK 25 (JDK-8369238 takes some of that away). So
/// when as many as there are processors wait for a class, and the one that loads it has just given
/// its carrier up for a lock, nothing on virtual threads runs any more. What every process does as
/// it starts, requests and recoveries, is therefore not on virtual threads; this is for the rest.
final class Carriers {
  /// With thousands, each look for work goes through as many queues: queries took twice as long.
  private static final int LEAST = 32;

  private static final int BY_PROCESSOR = 4;

  private static final String SETTING = "jdk.virtualThreadScheduler.parallelism";

  private Carriers() {}

  /// To be called before the first virtual thread. What the command line says stays.
  static void provide() {
    if (System.getProperty(SETTING) == null) {
      int most = Math.max(LEAST, BY_PROCESSOR * Runtime.getRuntime().availableProcessors());
      System.setProperty(SETTING, Integer.toString(most));
    }
  }
}
