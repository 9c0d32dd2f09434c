package goku.http;

import goku.config.Key;

/// The port for operators, beside the public one: metrics and administration, and all that the
/// public port serves. It has the TLS, the users and the limits of the public port.
///
/// @param bind address to listen on
/// @param port 0 picks a free one
public record AdminConfig(
    @Key(
            value = "bind",
            doc = "address that the admin port listens on; metrics and administration are there",
            byDefault = "127.0.0.1",
            min = 1)
        String bind,
    @Key(
            value = "port",
            doc = "the admin port; 0 picks a free one",
            byDefault = "4243",
            min = 0,
            max = 65_535)
        int port) {}
