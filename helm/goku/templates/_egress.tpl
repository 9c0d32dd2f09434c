{{/*
Egress rules of a service: DNS, the pods of the release, and what the service uses. Without peers, a
rule allows every peer on the ports in the values.
*/}}
{{- define "goku.egress" -}}
{{- $egress := .root.Values.networkPolicy.egress }}
{{- $ports := dict
      "kafka" (include "goku.egress.ports" .root.Values.kafka.bootstrapServers)
      "zookeeper" (include "goku.egress.ports" .root.Values.zookeeper.servers)
      "s3" (include "goku.egress.s3Port" .root)
      "apiServer" "[443,6443]" }}
{{- $uses := (index (include "goku.services" .root | fromYaml) .service).uses }}
{{- if eq (include "goku.callsApi" .) "true" }}{{ $uses = append $uses "apiServer" }}{{ end -}}
- ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]
- to:
    - podSelector:
        matchLabels:
          {{- omit (include "goku.selector" (omit . "zone") | fromYaml) "app.kubernetes.io/component" | toYaml | nindent 10 }}
{{- range $uses }}
{{- with get $egress . }}
- to: {{- toYaml . | nindent 4 }}
{{- else }}
- ports:
    {{- range get $ports . | fromJsonArray }}
    - {port: {{ . }}}
    {{- end }}
{{- end }}
{{- end }}
{{- with $egress.rules }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Ports of a list of host:port, as JSON. */}}
{{- define "goku.egress.ports" -}}
{{- $ports := list }}
{{- range splitList "," . }}{{ $ports = append $ports (splitList ":" . | last | splitList "/" | first | int) }}{{ end }}
{{- $ports | uniq | toJson }}
{{- end }}

{{/* Port of the endpoint of S3, as JSON. */}}
{{- define "goku.egress.s3Port" -}}
{{- $endpoint := .Values.s3.endpoint }}
{{- $port := regexFind ":[0-9]+$" (regexFind "^https?://[^/]+" $endpoint) | trimPrefix ":" }}
{{- list ($port | default (ternary 80 443 (hasPrefix "http:" $endpoint)) | int) | toJson }}
{{- end }}
