{{/*
The pods of a service with what `pod` of its values adds. Labels that select pods stay. Lists of
volumes and containers, and those of the container of Goku, are added to. Every other key replaces
that of the chart in the spec.
*/}}
{{- define "goku.pod" -}}
{{- $pod := include "goku.pod.chart" . | fromYaml }}
{{- if $pod.Error }}{{ fail (printf "%s: %s" .service $pod.Error) }}{{ end }}
{{- $more := deepCopy (index .root.Values .service).pod }}
{{- $metadata := $pod.metadata }}
{{- $_ := set $metadata "labels" (merge $metadata.labels ($more.labels | default dict)) }}
{{- with $more.annotations }}{{ $_ := set $metadata "annotations" (mergeOverwrite ($metadata.annotations | default dict) .) }}{{ end }}
{{- $container := first $pod.spec.containers }}
{{- range $list := list "env" "envFrom" "volumeMounts" }}
{{- with index $more $list }}{{ $_ := set $container $list (concat (index $container $list | default list) .) }}{{ end }}
{{- end }}
{{- with $more.containerSecurityContext }}{{ $_ := set $container "securityContext" . }}{{ end }}
{{- range $key, $value := omit $more "labels" "annotations" "env" "envFrom" "volumeMounts" "containerSecurityContext" }}
{{- if has $key (list "volumes" "containers") }}
{{- $_ := set $pod.spec $key (concat (index $pod.spec $key | default list) $value) }}
{{- else }}
{{- $_ := set $pod.spec $key $value }}
{{- end }}
{{- end }}
{{- toYaml $pod }}
{{- end }}

{{/* The pods of a service as the chart makes them. */}}
{{- define "goku.pod.chart" -}}
{{- $values := index .root.Values .service }}
{{- $facts := index (include "goku.processes" .root | fromYaml) .service -}}
metadata:
  labels:
    {{- include "goku.selector" . | nindent 4 }}
  {{- with .root.Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "goku.serviceAccount" . }}
  automountServiceAccountToken: {{ include "goku.callsApi" . }}
  # otherwise a Service goku-root sets GOKU_ROOT_PORT and others, which Goku rejects as unknown keys
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ include "goku.gracePeriod" . }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: {type: RuntimeDefault}
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if eq .service "agent" }}
  # network interfaces and processes of the Kubernetes node, not those of the pod
  hostNetwork: true
  hostPID: true
  dnsPolicy: ClusterFirstWithHostNet
  {{- else }}
  {{- include "goku.spread" . | nindent 2 }}
  {{- end }}
  containers:
    - name: goku
      image: {{ include "goku.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: [{{ .service }}, --config=/etc/goku/config/goku.yaml]
      env:
        {{- include "goku.env" . | nindent 8 }}
      ports:
        {{- range (include "goku.portsOf" . | fromJson).names }}
        - {name: {{ . }}, containerPort: {{ index (include "goku.ports" $ | fromYaml) . }}}
        {{- end }}
      resources: {{- toYaml $values.resources | nindent 8 }}
      # listens once it has its namespaces and its connections
      startupProbe:
        httpGet: {{- include "goku.probed" (merge (dict "path" "/healthz") .) | nindent 10 }}
        periodSeconds: 5
        failureThreshold: 120
      livenessProbe:
        httpGet: {{- include "goku.probed" (merge (dict "path" "/healthz") .) | nindent 10 }}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: {{- include "goku.probed" (merge (dict "path" "/readyz") .) | nindent 10 }}
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      {{- if $facts.public }}
      # endpoints still send new connections for a short time
      lifecycle: {preStop: {sleep: {seconds: 5}}}
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      volumeMounts:
        {{- include "goku.mounts" . | nindent 8 }}
  volumes:
    {{- include "goku.volumes" . | nindent 4 }}
{{- end }}

{{/* What a probe gets. Also takes path. */}}
{{- define "goku.probed" -}}
path: {{ .path }}
port: {{ (index (include "goku.processes" .root | fromYaml) .service).admin }}
scheme: {{ include "goku.scheme" . | upper }}
{{- if eq .service "agent" }}
host: 127.0.0.1
{{- end }}
{{- end }}

{{- define "goku.image" -}}
{{- $image := .Values.image }}
{{- with $image.registry }}{{ . }}/{{ end }}
{{- $image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}
