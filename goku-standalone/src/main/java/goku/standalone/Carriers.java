package goku.standalone;

/// How many threads the JVM may use to run virtual ones: as many as there are ever at work.
///
/// By default there is one for each processor. But a virtual thread that waits while it loads or
/// initializes a class keeps its carrier, up to JDK 25 (JDK-8369238 takes some of that away). So
/// when as many as there are processors wait for a class, and the one that loads it has just given
/// its carrier up for a lock, nothing on virtual threads runs any more, no request and no download:
/// the process lives and answers nobody.
final class Carriers {
  /// Beyond the requests at a time of the default configuration and the calls they make. Threads
  /// are made when there is work for them, and end after half a minute without.
  private static final int MOST = 4096;

  private static final String SETTING = "jdk.virtualThreadScheduler.parallelism";

  private Carriers() {}

  /// To be called before the first virtual thread. What the command line says stays.
  static void provide() {
    if (System.getProperty(SETTING) == null) {
      System.setProperty(SETTING, Integer.toString(MOST));
    }
  }
}
