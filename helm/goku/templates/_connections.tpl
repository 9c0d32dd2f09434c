{{/* Connections to Kafka, ZooKeeper and S3, and TLS: parts of the configuration files, as JSON. */}}

{{- define "goku.zookeeper" -}}
{{ required "zookeeper.servers is required: host:port, several separated by commas" .Values.zookeeper.servers | quote }}
{{- end }}

{{/* Kafka clients read each secret property from the file with its name, or with the name after `=`. */}}
{{- define "goku.config.kafka" -}}
{{- $kafka := .Values.kafka }}
{{- $properties := list }}
{{- range $name, $value := $kafka.properties }}
{{- $properties = append $properties (printf "%s=%v" $name $value) }}
{{- end }}
{{- if $kafka.secretProperties }}
{{- $_ := required "kafka.secretName is required with kafka.secretProperties: the Secret that has them" $kafka.secretName }}
{{- $properties = append $properties "config.providers=secret" }}
{{- $properties = append $properties "config.providers.secret.class=org.apache.kafka.common.config.provider.DirectoryConfigProvider" }}
{{- range $kafka.secretProperties }}
{{- $parts := splitList "=" . }}
{{- $properties = append $properties (printf "%s=${secret:/etc/goku/kafka:%s}" (first $parts) (last $parts)) }}
{{- end }}
{{- end }}
{{- $servers := required "kafka.bootstrapServers is required: host:port, several separated by commas" $kafka.bootstrapServers }}
{{- $config := dict "bootstrap-servers" $servers "properties" $properties }}
{{- /* images before this key start with the default */}}
{{- if ne $kafka.prefix "goku" }}
{{- $_ := set $config "prefix" $kafka.prefix }}
{{- end }}
{{- $config | toJson }}
{{- end }}

{{- define "goku.config.s3" -}}
{{ dict "endpoint" .Values.s3.endpoint "region" .Values.s3.region "path-style" .Values.s3.pathStyle | toJson }}
{{- end }}

{{- define "goku.config.rpcTls" -}}
{{- if .Values.tls.rpc.secretName -}}
{"tls-certificate": "/etc/goku/tls-rpc/tls.crt", "tls-key": "/etc/goku/tls-rpc/tls.key", "tls-ca": "/etc/goku/tls-rpc/ca.crt"}
{{- else -}}
{}
{{- end }}
{{- end }}

{{- define "goku.config.publicHttp" -}}
{{- $http := dict "bind" "0.0.0.0" "port" 4242 }}
{{- if .Values.tls.http.secretName }}
{{- $_ := set $http "tls-certificate" "/etc/goku/tls-http/tls.crt" }}
{{- $_ := set $http "tls-key" "/etc/goku/tls-http/tls.key" }}
{{- end }}
{{- if .Values.auth.secretName }}
{{- $_ := set $http "auth-file" "/etc/goku/auth/users" }}
{{- end }}
{{- toJson $http }}
{{- end }}

{{/* Identity of the pod and passwords. Variables override the configuration file. */}}
{{- define "goku.env" -}}
{{- $facts := index (include "goku.processes" .root | fromYaml) .service -}}
- name: JDK_JAVA_OPTIONS
  value: {{ include "goku.jvmOptions" . | quote }}
{{- if eq .service "agent" }}
- name: NODE_NAME
  valueFrom: {fieldRef: {fieldPath: spec.nodeName}}
{{- $tags := list }}
{{- range $name, $value := merge (dict) (.root.Values.agent.config.tags | default dict) (dict "host" "$(NODE_NAME)") }}
{{- $tags = append $tags (printf "%s=%v" $name $value) }}
{{- end }}
# a variable, because the file cannot name the node; it replaces the tags of the file
- name: GOKU_TAGS
  value: {{ join "," $tags | quote }}
{{- else if ne .service "standalone" }}
- name: GOKU_CLUSTER_NODE_NAME
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
{{- end }}
{{- if eq .service "controller" }}
# also for commands in the pod, such as goku cluster status
- name: GOKU_CLUSTER_ZOOKEEPER
  value: {{ include "goku.zookeeper" .root }}
{{- end }}
{{- with .zone }}
- name: GOKU_CLUSTER_ZONE
  value: {{ . | quote }}
{{- end }}
{{- if $facts.rpc }}
- name: GOKU_RPC_ADVERTISE
  value: $(GOKU_CLUSTER_NODE_NAME).{{ include "goku.nodes" . }}.{{ .root.Release.Namespace }}.svc
{{- end }}
{{- if and .root.Values.s3.secretName (has "s3" $facts.uses) }}
{{- $secret := .root.Values.s3.secretName }}
{{- $prefix := printf "GOKU_%s_S3" (upper .service) }}
- name: {{ $prefix }}_ACCESS_KEY
  valueFrom: {secretKeyRef: {name: {{ $secret }}, key: access-key}}
- name: {{ $prefix }}_SECRET_KEY
  valueFrom: {secretKeyRef: {name: {{ $secret }}, key: secret-key}}
{{- end }}
{{- end }}
