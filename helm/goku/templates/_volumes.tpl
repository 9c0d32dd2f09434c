{{/* Secrets and files of a service, as a map from the volume name to its source. */}}
{{- define "goku.files" -}}
{{- $values := .root.Values }}
{{- $facts := index (include "goku.processes" .root | fromYaml) .service }}
config: {configMap: {name: {{ include "goku.configName" . }}}}
{{- if and $values.namespaces (has .service (list "controller" "standalone")) }}
namespaces: {configMap: {name: {{ include "goku.fullname" .root }}-namespaces}}
{{- end }}
{{- if and $values.kafka.secretName (has "kafka" $facts.uses) }}
kafka: {secret: {secretName: {{ $values.kafka.secretName }}, defaultMode: 0440}}
{{- end }}
{{- if has "kafka" $facts.uses }}
{{- range $values.kafka.otherSecretNames }}
kafka-{{ . }}: {secret: {secretName: {{ . }}, defaultMode: 0440}}
{{- end }}
{{- end }}
{{- if and $values.tls.rpc.secretName (has .service (list "controller" "short" "long" "root" "ingest")) }}
tls-rpc: {secret: {secretName: {{ $values.tls.rpc.secretName }}, defaultMode: 0440}}
{{- end }}
{{- if and $values.tls.http.secretName $facts.public }}
tls-http: {secret: {secretName: {{ $values.tls.http.secretName }}, defaultMode: 0440}}
{{- end }}
{{- if and $values.auth.secretName $facts.public }}
auth: {secret: {secretName: {{ $values.auth.secretName }}, defaultMode: 0440}}
{{- end }}
{{- end }}

{{- define "goku.mounts" -}}
{{- range $name, $source := include "goku.files" . | fromYaml }}
- {name: {{ $name }}, mountPath: /etc/goku/{{ $name }}, readOnly: true}
{{- end }}
# native libraries are extracted here
- {name: tmp, mountPath: /tmp}
{{- if has .service (list "short" "long" "compactor" "standalone" "agent") }}
- {name: data, mountPath: /data}
{{- end }}
{{- if and (eq .service "long") .root.Values.long.coldStorage.size }}
- {name: cold, mountPath: /cold}
{{- end }}
{{- end }}

{{/* Volumes of a pod without the claims. */}}
{{- define "goku.volumes" -}}
{{- range $name, $source := include "goku.files" . | fromYaml }}
- name: {{ $name }}
  {{- toYaml $source | nindent 2 }}
{{- end }}
- {name: tmp, emptyDir: {}}
{{- if eq .service "agent" }}
# readings that Kafka has not acknowledged, twice spool.limit
- {name: data, emptyDir: {sizeLimit: 128Mi}}
{{- end }}
{{- if eq .service "compactor" }}
- {name: data, emptyDir: {sizeLimit: {{ .root.Values.compactor.scratch.size }}}}
{{- end }}
{{- end }}
