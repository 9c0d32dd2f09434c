package goku.http;

import goku.config.Key;

/// The settings of the admin port, which serves metrics and administration besides everything that
/// the public port serves. It has the TLS, the users and the limits of the public port.
///
/// @param bind the address to listen on
/// @param port 0 picks a free one
public record AdminConfig(
    @Key(
            value = "bind",
            doc = "address of the admin port, which serves metrics and administration",
            byDefault = "127.0.0.1",
            min = 1)
        String bind,
    @Key(
            value = "port",
            doc = "admin port; 0 picks a free one",
            byDefault = "4243",
            min = 0,
            max = 65_535)
        int port) {}
