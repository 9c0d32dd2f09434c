package goku.standalone;

/// The number of carrier threads of virtual threads: some more than there are processors.
///
/// By default there is one per processor. Up to JDK 25, a virtual thread that waits while it loads
/// or initializes a class keeps its carrier (JDK-8369238 removes some of that). If as many threads
/// as there are processors wait for a class, and the thread that loads it has just given up its
/// carrier for a lock, no virtual thread can continue. Requests, recoveries and everything that
/// processes do at their start are therefore not on virtual threads. This setting is for the rest.
final class Carriers {
  /// The least number of carriers. With thousands, each search for work visits as many queues, and
  /// queries took twice as long.
  private static final int LEAST = 32;

  private static final int BY_PROCESSOR = 4;

  private static final String SETTING = "jdk.virtualThreadScheduler.parallelism";

  private Carriers() {}

  /// Sets the number before the first virtual thread starts. A value on the command line wins.
  static void provide() {
    if (System.getProperty(SETTING) == null) {
      int most = Math.max(LEAST, BY_PROCESSOR * Runtime.getRuntime().availableProcessors());
      System.setProperty(SETTING, Integer.toString(most));
    }
  }
}
