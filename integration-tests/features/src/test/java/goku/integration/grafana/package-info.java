/// Tests of the requests of both clients of Grafana's OpenTSDB data source. The browser client, of
/// versions up to 12, sends them through Grafana's proxy. The Go client sends alert queries, and
/// from version 13 on all queries.
@NullMarked
package goku.integration.grafana;

import org.jspecify.annotations.NullMarked;
