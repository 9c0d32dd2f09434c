{{/* Name of the ConfigMap of a service: it says which content it has. */}}
{{- define "goku.configName" -}}
{{ include "goku.fullname" .root }}-{{ .service }}-{{ include "goku.config" . | sha256sum | trunc 10 }}
{{- end }}

{{/* The configuration file of a service: the settings of the chart, overridden by config. */}}
{{- define "goku.config" -}}
{{- $chart := include (printf "goku.config.%s" .service) . | fromYaml }}
{{- if $chart.Error }}{{ fail (printf "%s: %s" .service $chart.Error) }}{{ end }}
{{- mergeOverwrite $chart (deepCopy (index .root.Values .service).config) | toYaml }}
{{- end }}

{{- define "goku.config.controller" -}}
http: {bind: 0.0.0.0, port: 4242}
cluster: {zookeeper: {{ include "goku.zookeeper" .root }}}
rpc: {{ include "goku.config.rpcTls" .root }}
kafka: {{ include "goku.config.kafka" .root }}
placement: {delay: {{ .root.Values.controller.placementDelay }}}
{{- if .root.Values.rollout.managed }}
rollout: {enabled: true, selector: {{ printf "app.kubernetes.io/name=%s,app.kubernetes.io/instance=%s" (include "goku.name" .root) .root.Release.Name | quote }}}
{{- end }}
{{- if .root.Values.namespaces }}
namespaces: /etc/goku/namespaces/namespaces.yaml
{{- end }}
{{- end }}

{{- define "goku.config.ingest" -}}
http: {{ include "goku.config.publicHttp" .root }}
admin: {bind: 0.0.0.0, port: 4243}
cluster: {zookeeper: {{ include "goku.zookeeper" .root }}}
rpc: {{ include "goku.config.rpcTls" .root }}
ingest:
  kafka: {{ include "goku.config.kafka" .root }}
{{- end }}

{{- define "goku.config.short" -}}
http: {bind: 0.0.0.0, port: 4242}
cluster: {zookeeper: {{ include "goku.zookeeper" .root }}}
rpc: {{ mustMerge (dict "bind" "0.0.0.0" "port" 4250) (include "goku.config.rpcTls" .root | fromJson) | toJson }}
short:
  kafka: {{ include "goku.config.kafka" .root }}
  s3: {{ include "goku.config.s3" .root }}
  directory: /data
  memory-budget: {{ include "goku.offHeap" . }}MiB
  session-timeout: {{ .root.Values.short.sessionTimeout }}
{{- end }}

{{- define "goku.config.compactor" -}}
http: {bind: 0.0.0.0, port: 4242}
cluster: {zookeeper: {{ include "goku.zookeeper" .root }}}
compactor:
  s3: {{ include "goku.config.s3" .root }}
  directory: /data
{{- end }}

{{- define "goku.config.long" -}}
http: {bind: 0.0.0.0, port: 4242}
cluster: {zookeeper: {{ include "goku.zookeeper" .root }}}
rpc: {{ mustMerge (dict "bind" "0.0.0.0" "port" 4250) (include "goku.config.rpcTls" .root | fromJson) | toJson }}
long:
  s3: {{ include "goku.config.s3" .root }}
  directory: /data
  {{- if .root.Values.long.coldStorage.size }}
  cold-directory: /cold
  {{- end }}
  block-cache: {{ include "goku.offHeap" . }}MiB
{{- end }}

{{- define "goku.config.root" -}}
http: {{ include "goku.config.publicHttp" .root }}
admin: {bind: 0.0.0.0, port: 4243}
cluster: {zookeeper: {{ include "goku.zookeeper" .root }}}
rpc: {{ include "goku.config.rpcTls" .root }}
kafka: {{ include "goku.config.kafka" .root }}
{{- end }}

{{- define "goku.config.agent" -}}
{{- $kafka := include "goku.config.kafka" .root | fromJson -}}
http: {bind: {{ ternary "0.0.0.0" "127.0.0.1" .root.Values.serviceMonitor.enabled }}, port: 4244}
bootstrap-servers: {{ index $kafka "bootstrap-servers" | quote }}
kafka-properties: {{ $kafka.properties | toJson }}
spool: {directory: /data}
{{- end }}

{{- define "goku.config.standalone" -}}
{{- $http := include "goku.config.publicHttp" .root | fromJson }}
bind: {{ $http.bind }}
port: {{ $http.port }}
http: {{ omit $http "bind" "port" | toJson }}
admin: {bind: 0.0.0.0, port: 4243}
data: /data
memory: {{ include "goku.offHeap" . }}MiB
{{- if .root.Values.namespaces }}
namespaces: /etc/goku/namespaces/namespaces.yaml
{{- end }}
{{- end }}
