package goku.telemetry;

/// The answer of a component to "do you work?".
///
/// @param component who answers, for example `ingest` or `short ns1/3`
/// @param reason why not; empty when `ok`
public record Check(String component, boolean ok, String reason) {
  public static Check ok(String component) {
    return new Check(component, true, "");
  }

  public static Check failed(String component, String reason) {
    return new Check(component, false, reason);
  }
}
