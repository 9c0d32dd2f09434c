package goku.telemetry;

/// The result of a health check.
///
/// @param component the component, for example `ingest` or `short ns1/3`
/// @param reason the reason of a failure, or a doubt that does not keep the component from working;
///   usually empty if `ok`
public record Check(String component, boolean ok, String reason) {
  public static Check ok(String component) {
    return new Check(component, true, "");
  }

  public static Check failed(String component, String reason) {
    return new Check(component, false, reason);
  }
}
