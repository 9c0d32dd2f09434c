package goku.model;

import java.util.Locale;

/// The cause of a hole. Files store the code, and nodes exchange the name. Both never change.
public enum HoleCause {
  /// A cause that only a newer version knows.
  OTHER(0),
  /// Stored data is still being loaded.
  RECOVERY(1),
  /// Records left the log before they were applied.
  LOG_LOST(2),
  /// A file, an object or a part of the log cannot be read.
  DAMAGED(3),
  /// There was no memory for the data.
  MEMORY(4),
  /// The shard no longer keeps this time. Another store may have the data.
  NOT_KEPT(5),
  /// The store does not have this time yet. Another store has it.
  NOT_YET(6),
  /// The shard, which has dropped nothing, began later. Only health states it.
  BEFORE_LOG(7);

  private final int code;

  HoleCause(int code) {
    this.code = code;
  }

  /// Returns the number of the cause in files, from 0 to 255.
  public int code() {
    return code;
  }

  /// Returns the cause with the code; `OTHER` for an unknown code.
  public static HoleCause ofCode(int code) {
    for (HoleCause cause : values()) {
      if (cause.code == code) {
        return cause;
      }
    }
    return OTHER;
  }

  /// Returns the cause with the name of its constant; `OTHER` for an unknown name.
  public static HoleCause ofName(String name) {
    for (HoleCause cause : values()) {
      if (cause.name().equals(name)) {
        return cause;
      }
    }
    return OTHER;
  }

  /// Returns the name in answers and logs: `log-lost`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
