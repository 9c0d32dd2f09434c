{{/*
The services that run, and what is the same for all things about them:
  admin   the port for health, metrics and administration: http where it is the only one
  public  clients call its port http
  rpc     roots call its port rpc
  zoned   a workload for each zone
*/}}
{{- define "goku.services" -}}
{{- if .Values.standalone.enabled -}}
standalone: {admin: admin, public: true}
{{- else -}}
compactor: {admin: http}
controller: {admin: http}
ingest: {admin: admin, public: true}
long: {admin: http, rpc: true, zoned: true}
root: {admin: admin, public: true, zoned: true}
short: {admin: http, rpc: true, zoned: true}
{{- end }}
{{- end }}

{{/* Ports by name. */}}
{{- define "goku.ports" -}}
{http: 4242, admin: 4243, rpc: 4250}
{{- end }}

{{/* The names of a service's ports. */}}
{{- define "goku.portsOf" -}}
{{- $facts := index (include "goku.services" .root | fromYaml) .service }}
{{- $names := list "http" }}
{{- if eq $facts.admin "admin" }}{{ $names = append $names "admin" }}{{ end }}
{{- if $facts.rpc }}{{ $names = append $names "rpc" }}{{ end }}
{{- toJson (dict "names" $names) }}
{{- end }}

{{/* How the admin port is spoken to: where clients come, it has the TLS of the port for them. */}}
{{- define "goku.scheme" -}}
{{- $facts := index (include "goku.services" .root | fromYaml) .service }}
{{- ternary "https" "http" (and (default false $facts.public) (ne .root.Values.tls.http.secretName "")) }}
{{- end }}
