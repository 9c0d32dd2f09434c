package goku.standalone.bench.ask;

import java.net.URI;

/// The queried server.
public record Server(URI url, QueryLanguage language) {}
