package goku.http;

import goku.http.access.Need;

/// An entry of `Routes`.
///
/// @param pattern the pattern as it was added, which is also the label of metrics
/// @param always answered even at the server's limit of requests
/// @param need the required permission, and the port
/// @param onEventLoop its handler calls `EventLoop.leave` where required, and may run on an event
///   loop
public record Route(
    String pattern, HttpHandler handler, boolean always, Need need, boolean onEventLoop) {}
