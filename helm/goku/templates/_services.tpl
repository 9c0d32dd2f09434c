{{/*
The installed services with their properties:
  admin   name of the port for health, metrics and administration; http if it is the only port
  public  true if clients call the port http
  rpc     true if roots call the port rpc
  zoned   true for a workload per zone
  uses    kafka, zookeeper and s3, as far as the pods connect to them
*/}}
{{- define "goku.services" -}}
{{- if .Values.standalone.enabled -}}
standalone: {admin: admin, public: true, uses: []}
{{- else -}}
compactor: {admin: http, uses: [zookeeper, s3]}
controller: {admin: http, uses: [zookeeper, kafka]}
ingest: {admin: admin, public: true, uses: [zookeeper, kafka]}
long: {admin: http, rpc: true, callers: [root, controller], zoned: true, uses: [zookeeper, s3]}
root: {admin: admin, public: true, zoned: true, uses: [zookeeper, kafka]}
short: {admin: http, rpc: true, callers: [root, controller, ingest], zoned: true, uses: [zookeeper, kafka, s3]}
{{- end }}
{{- end }}

{{/* The services and the agent, which has no clients and runs on every Kubernetes node. */}}
{{- define "goku.processes" -}}
{{ include "goku.services" . }}
{{- if .Values.agent.enabled }}
agent: {admin: agent, uses: [kafka]}
{{- end }}
{{- end }}

{{/* Port numbers by name. */}}
{{- define "goku.ports" -}}
{http: 4242, admin: 4243, agent: 4244, rpc: 4250}
{{- end }}

{{/* Names of the ports of a service. */}}
{{- define "goku.portsOf" -}}
{{- $facts := index (include "goku.processes" .root | fromYaml) .service }}
{{- $names := list $facts.admin }}
{{- if eq $facts.admin "admin" }}{{ $names = list "http" "admin" }}{{ end }}
{{- if $facts.rpc }}{{ $names = append $names "rpc" }}{{ end }}
{{- toJson (dict "names" $names) }}
{{- end }}

{{/* Scheme of the admin port. Public services use the TLS of their public port for it. */}}
{{- define "goku.scheme" -}}
{{- $facts := index (include "goku.processes" .root | fromYaml) .service }}
{{- ternary "https" "http" (and (default false $facts.public) (ne .root.Values.tls.http.secretName "")) }}
{{- end }}
