{{/*
Path prefixes of the client port with the service that they go to, for Ingress and HTTPRoute. Ingest
serves the write paths, root the rest.
*/}}
{{- define "goku.routes" -}}
{{ ternary "standalone" "ingest" .Values.standalone.enabled }}:
  {{- range list "put" "rollup" "histogram" }}
  - /api/{{ . }}
  - /api/v1/{{ . }}
  {{- end }}
{{- if not .Values.standalone.enabled }}
root:
{{- end }}
  - /
{{- end }}
