package goku.simulation;

/// The kinds of faults. Each schedule draws some of them.
enum Fault {
  CRASH,
  CLOSE,
  REPEATED_RECORDS,
  DELETES,
  LATE,
  LONG_PAUSE,
  S3_AWAY,
  S3_FAILS,
  DISK_LOST,
  DISK_FULL,
  FLIPPED_FILE,
  FLIPPED_OBJECT,
  CLOCK_SKEW,
  CLOCK_LEAP,
  SETTINGS,
  LOG_TRUNCATED,
  LOG_RECREATED,
  LOG_RECREATED_AND_LONGER,
  MEMORY_FULL,
  LOG_CUT
}
