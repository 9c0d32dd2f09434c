package goku.http;

/// One entry of `Routes`.
///
/// @param pattern as it was added; the label of metrics
/// @param always answered even when the server is at its limit of requests
/// @param open answered without a password too
public record Route(String pattern, HttpHandler handler, boolean always, boolean open) {}
