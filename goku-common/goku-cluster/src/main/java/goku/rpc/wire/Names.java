package goku.rpc.wire;

import goku.model.NameKind;

/// The conversion of names to enum constants, which a process of another version may not know.
public final class Names {
  private Names() {}

  static <E extends Enum<E>> E of(Class<E> type, String name) {
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new WireException(
          "cannot read %s '%s': unknown in this version".formatted(type.getSimpleName(), name), e);
    }
  }

  public static NameKind kind(String name) {
    return of(NameKind.class, name);
  }
}
