/// What both clients of Grafana's OpenTSDB data source send, and what each needs back. The browser
/// client, of versions up to 12, asks through Grafana's proxy; the Go client asks for alerts, and
/// from version 13 on for everything.
@NullMarked
package goku.integration.grafana;

import org.jspecify.annotations.NullMarked;
