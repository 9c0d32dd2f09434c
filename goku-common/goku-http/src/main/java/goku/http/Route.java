package goku.http;

import goku.http.access.Need;

/// One entry of `Routes`.
///
/// @param pattern as it was added; the label of metrics
/// @param always answered even when the server is at its limit of requests
/// @param need who may ask, and on which port
/// @param onEventLoop its handler calls `EventLoop.leave` where required, and may run on an event
///   loop
public record Route(
    String pattern, HttpHandler handler, boolean always, Need need, boolean onEventLoop) {}
