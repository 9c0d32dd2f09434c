package goku.compactor.transfer;

/// What was to be made is there or half there, and differs: made of other inputs by another
/// compactor, or by one that died. The next generation is free.
public final class TakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TakenException(String uri) {
    super(uri + " is there and differs, as another compactor saw other inputs");
  }
}
