package goku.standalone.bench.ask;

import java.net.URI;

/// The server that is asked.
public record Server(URI url, QueryLanguage language) {}
